import type { Block } from '../../src/shared/messages/content.ts'
import { type ConversationState, turnOf } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Message, MessageContent } from '../../src/shared/messages/message.ts'
import type { RequestBlock } from '../../src/main/core/request/model-request.ts'
import { modelName, type NamedModel } from '../../src/shared/models/model-name.ts'
import type { ModelCall } from '../../src/main/runtime/ports/ports.ts'
import type { SimulatedRequest } from '../ports/simulated-model.ts'
import { refusals } from './provider.ts'

interface Sent {
  readonly frame: string
  readonly blocks: readonly string[]
}

/** Checks every request: valid for the provider, and longer than the previous one (I8). */
export class Requests {
  readonly #sent = new Map<ConversationId, Sent>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  check(
    { call, conversationId, asking }: SimulatedRequest,
    history: readonly Message[],
    state: ConversationState,
  ): void {
    if (asking === 'title') return
    const hasTools = call.request.tools.length > 0
    const isReply = asking === 'root' || asking === 'child'
    const counted = countedIn(history)
    const rewound = rewoundIn(history, counted)
    const whole = withSummariesInOrder(history.filter((message) => !rewound.has(message)))
    const throughSeq = asking === 'summary' ? (turnOf(state)?.throughSeq ?? null) : null
    const active = throughSeq === null ? whole : whole.slice(0, behind(whole, throughSeq))
    const since = active.findLastIndex(({ content }) => content.type === 'summary')
    const facts = {
      hasTools,
      mayEndWithAgent: isReply && endsPaused(active),
      thought: thoughtBy(
        call.provider,
        active,
        Math.max(since + 1, sentFrom(modelName(call.provider), active)),
      ),
    }
    for (const refusal of refusals(call.request, facts)) {
      this.#complain('row 16 every request is valid', refusal)
    }
    if (!hasTools || throughSeq !== null) return
    this.#checkRewound(call, rewound)
    this.#checkBlocked(history.filter(({ seq }) => counted.has(seq)))
    const changed = history.findLastIndex(({ content }) => CHANGING.has(content.type))
    this.#checkPrefix(conversationId, call, changed, isReply)
  }

  /** Checks the last answer of hooks about active messages. */
  #checkBlocked(active: readonly Message[]): void {
    const words = active.flatMap(({ content }) => ('hooks' in content ? (content.hooks ?? []) : []))
    const last = words.findLast(({ event }) => event === 'UserPromptSubmit')
    if (last?.outcome === 'blocked')
      this.#complain('a request holds no message that a hook has blocked', last.command)
  }

  #checkRewound({ request }: ModelCall, rewound: ReadonlySet<Message>): void {
    const sent = new Set(request.messages.flatMap(({ blocks }) => blocks.flatMap(wordsOf)))
    for (const { content } of rewound) {
      if (content.type === 'user' && content.author === 'person' && sent.has(content.text))
        this.#complain('a request holds no rewound messages', content.text)
    }
  }

  /**
   * Requests without tools are exempt, and no request begins with the prompt for a summary; after a summary, a repair,
   * dropped images, a rewind, another model or other settings a new prefix begins.
   */
  #checkPrefix(
    id: ConversationId,
    { request, provider }: ModelCall,
    since: number,
    isReply: boolean,
  ): void {
    const { system, tools, messages } = request
    const frame = JSON.stringify([
      modelName(provider),
      system,
      tools.map(({ name }) => name),
      since,
    ])
    const blocks = messages.flatMap(({ role, blocks: each }) =>
      each.map((block) => `${role} ${JSON.stringify(block)}`),
    )
    const before = this.#sent.get(id)
    if (isReply) this.#sent.set(id, { frame, blocks })
    if (before === undefined || before.frame !== frame) return
    const at = before.blocks.findIndex((block, index) => block !== blocks[index])
    if (at === -1) return
    this.#complain(
      'I8 a request begins with the one before',
      `${before.blocks[at]} / ${blocks[at]}`,
    )
  }
}

/** Messages after which requests represent the earlier history differently. */
const CHANGING: ReadonlySet<MessageContent['type']> = new Set([
  'summary',
  'repair',
  'attachmentsDropped',
  'rewound',
])
/** Messages that a rewind removes; the others concern requests, or only people. */
const SAID: ReadonlySet<MessageContent['type']> = new Set(['user', 'agent', 'tool', 'summary'])

const SILENT: ReadonlySet<MessageContent['type']> = new Set([
  'system',
  'repair',
  'error',
  'subAgent',
  'undo',
  'attachmentsDropped',
  'rewound',
])

/** Returns the index after the last message at or before this seq. */
function behind(messages: readonly Message[], throughSeq: number): number {
  return messages.findLastIndex(({ seq }) => seq <= throughSeq) + 1
}

/** Places a summary of a part after that part. */
function withSummariesInOrder(active: readonly Message[]): readonly Message[] {
  const placed: Message[] = []
  for (const message of active) {
    const { content } = message
    const isPart = content.type === 'summary' && content.throughSeq !== undefined
    const at = isPart ? behind(placed, content.throughSeq) : placed.length
    placed.splice(at, 0, message)
  }
  return placed
}

/** Returns the messages that a person rewound. */
function rewoundIn(
  history: readonly Message[],
  counted: ReadonlySet<number>,
): ReadonlySet<Message> {
  return new Set(history.filter((each) => SAID.has(each.content.type) && !counted.has(each.seq)))
}

/** Returns the seqs of the active messages, found backwards from the last one. */
function countedIn(history: readonly Message[]): ReadonlySet<number> {
  const before = [0]
  for (const { seq, content } of history) {
    before[seq] = content.type === 'rewound' ? content.fromSeq - 1 : seq - 1
  }
  const counted = new Set<number>()
  for (let seq = history.length; seq > 0; seq = before[seq] ?? 0) counted.add(seq)
  return counted
}

function wordsOf(block: RequestBlock): readonly string[] {
  return block.type === 'text' ? [block.text] : []
}

function endsPaused(history: readonly Message[]): boolean {
  const last = history.findLast(({ content }) => !SILENT.has(content.type))
  return last?.content.type === 'agent' && last.content.end === 'pauseTurn'
}

/** R17: returns the index from which thinking is sent to a model that refused its earlier thinking. */
function sentFrom(model: string, history: readonly Message[]): number {
  const places = history.map(({ content }, index) => {
    if (content.type !== 'repair' || content.model !== model) return 0
    const { type } = content.repair
    if (type === 'withoutThinking' || type === 'callsAsText') return index
    if (type !== 'withoutEarlierThinking') return 0
    return history.slice(0, index).findLastIndex((each) => each.content.type === 'user')
  })
  return Math.max(0, ...places)
}

/** True unless the model refused the field in which its reasoning came and has not required it since. */
function takesItsReasoning(model: string, history: readonly Message[]): boolean {
  const last = history.findLast(
    ({ content }) =>
      content.type === 'repair' &&
      content.model === model &&
      ['withoutReasoning', 'withReasoningMarks'].includes(content.repair.type),
  )?.content
  return last?.type !== 'repair' || last.repair.type !== 'withoutReasoning'
}

/** Thinking that has neither a signature nor a field in which it can be returned is never sent. */
function thoughtBy(by: NamedModel, history: readonly Message[], from: number): readonly Block[] {
  const takesReasoning = takesItsReasoning(modelName(by), history)
  return history.flatMap(({ content }, index) =>
    content.type === 'agent' && modelName(content) === modelName(by) && index >= from
      ? content.blocks.filter(
          (block) =>
            block.type === 'redactedThinking' ||
            (block.type === 'thinking' &&
              (block.field === undefined ? block.signature !== null : takesReasoning)),
        )
      : [],
  )
}
