import { textsOf } from '../../src/shared/messages/content.ts'
import { assertNever } from '../../src/shared/assert-never.ts'
import { callIdOf } from '../../src/shared/messages/call-id.ts'
import type { CallId, MessageId } from '../../src/shared/ids.ts'
import { ASK_USER } from '../../src/shared/messages/user-question.ts'
import { SPAWN_AGENTS, SUBMIT_RESULT } from '../../src/main/core/request/agent-tools.ts'
import type { Message, MessageContent } from '../../src/shared/messages/message.ts'
import { type SimulatedRequest, blocksOf } from '../ports/simulated-model.ts'
import type { SimulatedRun } from '../ports/simulated-tools.ts'

type AgentContent = Extract<MessageContent, { type: 'agent' }>
type ResultContent = Extract<MessageContent, { type: 'tool' }>

const NEVER_RAN = ['skipped', 'notRun', 'failed', 'denied']
const STARTED = ['ok', 'failed', 'timedOut', 'cancelled', 'unknown']
const QUESTIONED = ['ok', 'cancelled', ...NEVER_RAN, 'unknown']
const DELEGATED = ['ok', 'cancelled', 'unknown', ...NEVER_RAN]
/** The most that the result of a closed call may quote of its output. */
const PRINTED_LENGTH = 2048

export interface RequestWitness {
  /** All requests of the conversation. */
  readonly requests: readonly SimulatedRequest[]
  saysDenied(callId: CallId): void
  checkDelegated(callId: CallId, text: string): void
}

/**
 * The permitted transcript of one conversation, derived from what people, the model and the tools really said: nothing
 * is lost, nothing is invented, each call has one result before anything else is said. Independent of the core.
 */
export class Reference {
  /** All versions of the text that people sent under an id. */
  readonly #sentTexts = new Map<MessageId, Set<string>>()
  readonly #stored = new Set<MessageId>()
  readonly #used = new Set<SimulatedRequest>()
  readonly #ran = new Map<CallId, SimulatedRun>()
  /** Calls whose start is on record: a death may strike before they actually start. */
  readonly #intended = new Set<CallId>()
  #open: CallId[] = []
  readonly #names = new Map<CallId, string>()
  #seen = 0
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  sends(id: MessageId, text: string): void {
    this.#sentTexts.set(id, (this.#sentTexts.get(id) ?? new Set()).add(text))
  }

  /** I20: acknowledged messages are on disk, now and in every later life. */
  checkKept(acknowledged: Iterable<MessageId>): void {
    for (const id of acknowledged) {
      if (!this.#stored.has(id)) this.#complain('I20 an acknowledged message is stored', id)
    }
  }

  intends(callId: CallId): void {
    this.#intended.add(callId)
  }

  runs(ran: SimulatedRun): void {
    const { callId } = ran.run.call
    if (this.#ran.has(callId)) this.#complain('I23 no call runs twice', callId)
    if (this.#open[0] !== callId) this.#complain('calls run in the order of their reply', callId)
    this.#ran.set(callId, ran)
  }

  /** Checks the next stored message, in order. */
  accept(message: Message, witness: RequestWitness): void {
    const { requests } = witness
    if (message.seq !== ++this.#seen) this.#complain('I27 no message is lost', `${message.seq}`)
    const { content } = message
    switch (content.type) {
      case 'user':
        this.#requireNoOpenCall(message)
        return this.#acceptText(message.id, content.text, content.author)
      case 'agent':
        this.#requireNoOpenCall(message)
        return this.#acceptReply(message.id, content, requests)
      case 'tool':
        return this.#acceptResult(content, witness)
      case 'summary':
        this.#requireNoOpenCall(message)
        return this.#acceptSummary(content.text, requests)
      case 'undo':
      case 'attachmentsDropped':
      case 'rewound':
      case 'subAgent':
      case 'repair':
      case 'system':
      case 'error':
      case 'unreadable':
        return
      default:
        assertNever(content)
    }
  }

  /** I1: at rest each call has its result. */
  checkRest(): void {
    if (this.#open.length > 0)
      this.#complain('I1 each call has its result at rest', this.#open.join())
  }

  #requireNoOpenCall({ id }: Message): void {
    if (this.#open.length === 0) return
    this.#complain(
      'I1 each call has its result before anything else',
      `${id}: ${this.#open.join()}`,
    )
  }

  #acceptText(id: MessageId, text: string, author: 'person' | 'phoenix'): void {
    if (author === 'phoenix') return
    if (this.#stored.has(id)) this.#complain('a message is stored once', id)
    if (this.#sentTexts.get(id)?.has(text) !== true)
      this.#complain('a message is stored as it was sent', id)
    this.#stored.add(id)
  }

  #acceptReply(id: MessageId, content: AgentContent, asked: readonly SimulatedRequest[]): void {
    const blocks = JSON.stringify(content.blocks)
    const source = asked.findLast(
      (each) => isReply(each) && !this.#used.has(each) && this.#isFrom(blocks, each),
    )
    if (source === undefined) return this.#complain('a reply was said by the model', blocks)
    this.#used.add(source)
    if (source.wasLate || source.call.signal.aborted)
      this.#complain('I16 an aborted request leaves nothing behind', blocks)
    const wasCut = source.outcome?.type === 'responded' && source.outcome.end === 'maxTokens'
    if (
      wasCut &&
      source.asking !== 'last' &&
      content.blocks.length > 0 &&
      content.blocks.at(-1)?.type === 'toolCall'
    ) {
      if (content.blocks.length === blocksOf(source).length)
        this.#complain('a call that was cut is not kept', blocks)
    }
    const calls = content.blocks.filter((block) => block.type === 'toolCall')
    this.#open = calls.map((_, index) => callIdOf(id, index))
    calls.forEach(({ name }, index) => this.#names.set(callIdOf(id, index), name))
  }

  /** Rule 12: the text is a model's answer to a request for a summary, in time. */
  #acceptSummary(text: string, asked: readonly SimulatedRequest[]): void {
    const source = asked.findLast(
      (each) => each.asking === 'summary' && !this.#used.has(each) && textOf(each) === text,
    )
    if (source === undefined) return this.#complain('a summary was said by the model', text)
    this.#used.add(source)
    if (source.wasLate || source.call.signal.aborted)
      this.#complain('I16 an aborted request leaves nothing behind', text)
    if (text.trim() === '') this.#complain('rule 12 a summary says something', text)
  }

  /** True if the blocks are the complete answer, or the answer without the call that was being written. */
  #isFrom(blocks: string, asked: SimulatedRequest): boolean {
    const said = blocksOf(asked)
    if (JSON.stringify(said) === blocks) return true
    return said.at(-1)?.type === 'toolCall' && JSON.stringify(said.slice(0, -1)) === blocks
  }

  /** I2: results follow the order of the calls, each for an open call. */
  #acceptResult(result: ResultContent, witness: RequestWitness): void {
    const { callId, outcome, content, durationMs } = result
    const next = this.#open.shift()
    if (next !== callId)
      this.#complain('I1 I2 one result a call, in order', `${callId} for ${next}`)
    if ((durationMs ?? 0) < 0) this.#complain('I42 no negative time', callId)
    if (outcome === 'denied') witness.saysDenied(callId)
    const text = textsOf(content)[0] ?? ''
    const printed = text.split('\n\nIt had printed:\n')[1] ?? ''
    if (outcome === 'cancelled' && printed.length > PRINTED_LENGTH)
      this.#complain('I37 what was printed is bounded', callId)
    const name = this.#names.get(callId)
    if (name === SUBMIT_RESULT) return
    if (name === ASK_USER) {
      if (!QUESTIONED.includes(outcome)) this.#complain('a result is true', `${callId}: ${outcome}`)
      return
    }
    if (name !== SPAWN_AGENTS) return this.#acceptRun(result)
    if (!DELEGATED.includes(outcome)) this.#complain('a result is true', `${callId}: ${outcome}`)
    witness.checkDelegated(callId, text)
  }

  #acceptRun({ callId, content, files, outcome }: ResultContent): void {
    const ran = this.#ran.get(callId)
    // A call stopped before it had begun is on record as begun.
    const possible = ran === undefined && !this.#intended.has(callId) ? NEVER_RAN : STARTED
    const isUnknown = outcome === 'unknown' && this.#intended.has(callId)
    if (!possible.includes(outcome) && !isUnknown)
      this.#complain('a result is true', `${callId}: ${outcome}`)
    if (outcome !== 'ok') return
    if (ran === undefined || ran.wasLate || ran.run.signal.aborted)
      return this.#complain('I16 a result after the cancel changes nothing', callId)
    const expected = ran.outcome === null ? null : [ran.outcome.content, ran.outcome.files]
    if (JSON.stringify(expected) !== JSON.stringify([content, files]))
      this.#complain('a result is stored as the tool gave it', callId)
  }
}

function isReply({ asking }: SimulatedRequest): boolean {
  return asking === 'root' || asking === 'child' || asking === 'last'
}

function textOf(asked: SimulatedRequest): string {
  return blocksOf(asked)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('')
}
