import type { Block } from '../../src/shared/content.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Message, MessageContent } from '../../src/shared/message.ts'
import type { ModelCall } from '../../src/main/runtime/ports.ts'
import type { Asked } from '../simulated-model.ts'
import { refusals } from './provider.ts'

interface Sent {
  readonly frame: string
  readonly blocks: readonly string[]
}

/** Every request that goes out: valid for the provider, and longer than the one before (I8). */
export class Requests {
  private readonly sent = new Map<ConversationId, Sent>()
  private readonly complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.complain = complain
  }

  check({ call, conversationId, asking }: Asked, history: readonly Message[]): void {
    if (asking === 'title') return
    const { model } = call.provider
    const hasTools = asking === 'root' || asking === 'child'
    const since = history.findLastIndex(({ content }) => content.type === 'summary')
    const facts = {
      hasTools,
      mayEndWithAgent: hasTools && endsPaused(history),
      thought: thoughtBy(model, history.slice(since + 1)),
    }
    for (const refusal of refusals(call.request, facts)) {
      this.complain('row 16 every request is valid', refusal)
    }
    const dropped = history.findLastIndex(({ content }) => content.type === 'attachmentsDropped')
    if (hasTools) this.checkPrefix(conversationId, call, [since, dropped])
  }

  /** Requests without tools stand outside this rule; a summary, dropped images, another model or other settings begin anew. */
  private checkPrefix(
    id: ConversationId,
    { request, provider }: ModelCall,
    since: readonly number[],
  ): void {
    const { system, tools, messages } = request
    const frame = JSON.stringify([provider.model, system, tools.map(({ name }) => name), since])
    const blocks = messages.flatMap(({ role, blocks: each }) =>
      each.map((block) => `${role} ${JSON.stringify(block)}`),
    )
    const before = this.sent.get(id)
    this.sent.set(id, { frame, blocks })
    if (before === undefined || before.frame !== frame) return
    const at = before.blocks.findIndex((block, index) => block !== blocks[index])
    if (at === -1) return
    this.complain('I8 a request begins with the one before', `${before.blocks[at]} / ${blocks[at]}`)
  }
}

const SILENT: ReadonlySet<MessageContent['type']> = new Set([
  'system',
  'error',
  'subAgent',
  'undo',
  'attachmentsDropped',
])

function endsPaused(history: readonly Message[]): boolean {
  const last = history.findLast(({ content }) => !SILENT.has(content.type))
  return last?.content.type === 'agent' && last.content.end === 'pauseTurn'
}

/** Thinking without a signature is never sent. */
function thoughtBy(model: string, history: readonly Message[]): readonly Block[] {
  return history.flatMap(({ content }) =>
    content.type === 'agent' && content.model === model
      ? content.blocks.filter(
          (block) =>
            block.type === 'redactedThinking' ||
            (block.type === 'thinking' && block.signature !== null),
        )
      : [],
  )
}
