import type { ContextUse } from '../../../../shared/messages/context-use.ts'
import {
  LIVE_OUTPUT_LENGTH,
  type LiveOutput,
  type LiveReply,
  type LiveSilence,
  type Silence,
} from '../../../../shared/conversation/conversation.ts'
import type { ClientEvent, ClientEventOf } from '../../../../shared/protocol/events.ts'
import type { CallId, ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { Viewed } from '../../../../shared/conversation/state-view.ts'
import type { Instructions } from '../../../../shared/conversation/turn.ts'
import { GrowingCalls } from './growing-calls.ts'
import { LiveHooks } from './live-hooks.ts'
import { OutputRing } from './output-ring.ts'
import type { Timers } from '../../ports/ports.ts'

/** Text deltas are batched to at most one event per this time and conversation. */
export const BATCH_MS = 16
/** How much of a call's output an event that closes its round carries. */
const PRINTED_LENGTH = 2048

export type Listener = (event: ClientEvent) => void

interface Subscription {
  readonly listener: Listener
  /** A client shows this conversation on the screen. */
  isLooking: boolean
}

type OfConversation = Extract<ClientEvent, { epoch: number }>
type Unaddressed<Event> = Event extends OfConversation
  ? Omit<Event, 'conversationId' | 'epoch'>
  : never

/** A step with all that clients know of a conversation. */
export interface PublishedStep
  extends Viewed, Pick<ClientEventOf<'conversation.stepped'>, 'after' | 'seq' | 'messages'> {
  /** The name of the one that is asked now. */
  readonly model: string
  readonly use: ContextUse
  readonly instructions: readonly Instructions[]
}

interface Part {
  /** What was already told, in code units. */
  sent: number
  text: string
  /** Pieces since the last batch; joined once. */
  pending: string[]
}

let lastEpoch = 0

/**
 * One conversation's events to its clients. Each subscription has an epoch of its own, and the snapshot that goes with it
 * is taken in the same tick: what came before stands in the snapshot, what comes after is told, nothing twice (T77).
 */
export class ConversationFeed {
  private readonly subscriptions = new Map<number, Subscription>()
  private readonly conversationId: ConversationId
  private readonly timers: Timers
  /** The one that is awaited, whatever it is for. */
  private askedId: WorkId | null = null
  private quiet: LiveSilence | null = null
  private requestId: WorkId | null = null
  private readonly parts = { thinking: newPart(), text: newPart() }
  private calls = new GrowingCalls()
  private callId: CallId | null = null
  private ring = new OutputRing(LIVE_OUTPUT_LENGTH)
  private stopBatch: (() => void) | null = null
  private readonly said = new LastSaid()
  readonly hooks = new LiveHooks((hooks) => this.send({ type: 'conversation.hooks', hooks }))

  constructor(conversationId: ConversationId, timers: Timers) {
    this.conversationId = conversationId
    this.timers = timers
  }

  /** Told everything from now on, under the epoch it answers. */
  subscribe(listener: Listener): number {
    this.flush()
    this.said.forget()
    const epoch = ++lastEpoch
    this.subscriptions.set(epoch, { listener, isLooking: false })
    return epoch
  }

  unsubscribe(epoch: number): void {
    this.subscriptions.delete(epoch)
  }

  /** Nobody hears anything until somebody subscribes again. */
  end(): void {
    this.subscriptions.clear()
  }

  has(epoch: number): boolean {
    return this.subscriptions.has(epoch)
  }

  look(epoch: number, isLooking: boolean): void {
    const subscription = this.subscriptions.get(epoch)
    if (subscription !== undefined) subscription.isLooking = isLooking
  }

  get isLookedAt(): boolean {
    for (const { isLooking } of this.subscriptions.values()) if (isLooking) return true
    return false
  }

  get hasListeners(): boolean {
    return this.subscriptions.size > 0
  }

  /** A step, after its commit. */
  publishStep({ use, turn, model, instructions, ...step }: PublishedStep): void {
    this.follow(step)
    const { usedTokens, ...limits } = use
    const news = this.said.news({ turn, model, usedTokens, limits, instructions })
    this.send({ type: 'conversation.stepped', ...step, ...news })
  }

  publishUnsaved(event: Unaddressed<ClientEventOf<'conversation.unsaved'>>): void {
    this.said.forget()
    this.follow(event)
    this.send(event)
  }

  publishOrphans(event: Unaddressed<ClientEventOf<'conversation.orphans'>>): void {
    this.send(event)
  }

  /** What of a conversation changes beside its steps. */
  publish(
    event:
      | Unaddressed<ClientEventOf<'conversation.waiting'>>
      | Unaddressed<ClientEventOf<'conversation.jobs'>>
      | Unaddressed<ClientEventOf<'conversation.jobEnded'>>
      | Unaddressed<ClientEventOf<'conversation.shell'>>
      | Unaddressed<ClientEventOf<'conversation.shellPrinted'>>
      | Unaddressed<ClientEventOf<'conversation.folder'>>
      | Unaddressed<ClientEventOf<'conversation.configured'>>,
  ): void {
    if (event.type === 'conversation.configured') this.said.forget()
    this.send(event)
  }

  /** What an awaited request says; what an aborted one still says is not shown (I9). */
  stream(requestId: WorkId, part: 'text' | 'thinking', text: string): void {
    if (requestId !== this.requestId || text === '') return
    this.parts[part].pending.push(text)
    this.flushSoon()
  }

  /** A piece of the input of a call, as an awaited request writes it. */
  growCall(
    requestId: WorkId,
    { call, json, name }: { readonly call: number; readonly name: string; readonly json: string },
  ): void {
    if (requestId !== this.requestId) return
    this.calls.push(call, name, json)
    this.flushSoon()
  }

  /** Of an awaited request alone; null: it is over. */
  silence(requestId: WorkId, silence: Silence | null): void {
    if (requestId !== this.askedId) return
    this.quiet = silence === null ? null : { requestId, ...silence }
    this.send({ type: 'conversation.silent', silence: this.quiet })
  }

  print(callId: CallId, text: string): void {
    if (callId !== this.callId) return
    this.ring.push(text)
    this.send({ type: 'conversation.printed', callId, dropped: 0, text })
  }

  /** The end of what this call has printed, whole characters. */
  printed(callId: CallId): string {
    return callId === this.callId ? this.ring.tail(PRINTED_LENGTH) : ''
  }

  liveReply(): LiveReply | null {
    if (this.requestId === null) return null
    const { thinking, text } = this.parts
    const calls = this.calls.all()
    return { requestId: this.requestId, thinking: thinking.text, text: text.text, calls }
  }

  liveSilence(): LiveSilence | null {
    return this.quiet
  }

  liveOutput(): LiveOutput | null {
    if (this.callId === null) return null
    return { callId: this.callId, text: this.ring.text(), dropped: this.ring.dropped }
  }

  /** Keeps what is shown live in step with what the state waits for. A summary in the making is nobody's reply. */
  private follow({ messages, state }: Pick<PublishedStep, 'messages' | 'state'>): void {
    const isAsking = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
    const askedId = isAsking ? state.phase.requestId : null
    if (askedId !== this.askedId) this.quiet = null
    this.askedId = askedId
    const requestId = isAsking && state.purpose === 'reply' ? askedId : null
    if (requestId !== this.requestId) {
      // All that was streamed goes ahead of the end of its request (T76); calls that come whole with it need not.
      this.flush({ withCalls: !messages.some(({ content }) => content.type === 'agent') })
      this.requestId = requestId
      this.parts.text = newPart()
      this.parts.thinking = newPart()
      this.calls = new GrowingCalls()
    }
    const callId = state.type === 'toolExecuting' ? state.callId : null
    if (callId !== this.callId) {
      this.callId = callId
      this.ring = new OutputRing(LIVE_OUTPUT_LENGTH)
    }
  }

  /** All that was streamed reaches the clients now. */
  flush({ withCalls } = { withCalls: true }): void {
    this.stopBatch?.()
    this.stopBatch = null
    this.flushPart('thinking')
    this.flushPart('text')
    if (withCalls) this.flushCalls()
  }

  private flushSoon(): void {
    this.stopBatch ??= this.timers.start(BATCH_MS, () => this.flush())
  }

  private flushCalls(): void {
    const { requestId } = this
    if (requestId === null) return
    for (const { call, index } of this.calls.changed())
      this.send({ type: 'conversation.callGrew', requestId, index, call })
  }

  private flushPart(name: 'text' | 'thinking'): void {
    const part = this.parts[name]
    if (part.pending.length === 0 || this.requestId === null) return
    const text = part.pending.join('')
    const from = part.sent
    part.pending = []
    part.text += text
    part.sent += text.length
    this.send({ type: 'conversation.streamed', requestId: this.requestId, part: name, from, text })
  }

  private send(event: Unaddressed<OfConversation>): void {
    const { conversationId } = this
    for (const [epoch, { listener }] of this.subscriptions)
      listener({ ...event, conversationId, epoch })
  }
}

type Repeatable = Pick<
  ClientEventOf<'conversation.stepped'>,
  'turn' | 'model' | 'usedTokens' | 'limits' | 'instructions'
>

/** What clients were told last: with each step they are told again only what differs from it. */
class LastSaid {
  private readonly said = new Map<string, string>()

  /** Somebody knows something else, or nothing: the next step says it all. */
  forget(): void {
    this.said.clear()
  }

  news(facts: Repeatable): Repeatable {
    const changed = Object.entries(facts).filter(([name, fact]) => {
      const said = JSON.stringify(fact)
      if (this.said.get(name) === said) return false
      this.said.set(name, said)
      return true
    })
    return Object.fromEntries(changed)
  }
}

function newPart(): Part {
  return { sent: 0, text: '', pending: [] }
}
