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
import { runningCallOf } from '../../../../shared/conversation/running-call.ts'
import type { Viewed } from '../../../../shared/conversation/state-view.ts'
import type { Instructions } from '../../../../shared/conversation/turn.ts'
import { GrowingCalls } from './growing-calls.ts'
import { LiveHooks } from './live-hooks.ts'
import { OutputRing } from './output-ring.ts'
import type { Timers } from '../../ports/ports.ts'

/** Text deltas are batched into at most one event per conversation in this many ms. */
export const BATCH_MS = 16
/** Maximum length of a call's output in an event that closes its round. */
const PRINTED_LENGTH = 2048

export type Listener = (event: ClientEvent) => void

interface Subscription {
  readonly listener: Listener
  /** True while a client shows this conversation. */
  isLooking: boolean
}

type OfConversation = Extract<ClientEvent, { epoch: number }>
type Unaddressed<Event> = Event extends OfConversation
  ? Omit<Event, 'conversationId' | 'epoch'>
  : never

export type Drafted = Pick<ClientEventOf<'conversation.drafted'>, 'draft' | 'replaced'>

type PublishedStep = Viewed &
  Pick<ClientEventOf<'conversation.stepped'>, 'after' | 'seq' | 'messages'>

/** The rest of what clients know about a conversation. */
interface InForce {
  /** The name of the model that is asked now. */
  readonly model: string
  readonly use: ContextUse
  readonly instructions: readonly Instructions[]
}

interface Part {
  /** The length already sent, in code units. */
  sent: number
  text: string
  /** Pieces since the last batch, not joined yet. */
  pending: string[]
}

let lastEpoch = 0

/**
 * Sends one conversation's events to its clients. Each subscription has its own epoch, and its snapshot is taken in the
 * same tick: earlier changes are in the snapshot, later ones are sent, none twice (T77).
 */
export class ConversationFeed {
  readonly #subscriptions = new Map<number, Subscription>()
  readonly #conversationId: ConversationId
  readonly #timers: Timers
  /** The awaited request, whatever its purpose. */
  #awaitedId: WorkId | null = null
  #quiet: LiveSilence | null = null
  #requestId: WorkId | null = null
  readonly #parts = { thinking: newPart(), text: newPart() }
  #calls = new GrowingCalls()
  #callId: CallId | null = null
  #ring = new OutputRing(LIVE_OUTPUT_LENGTH)
  #stopBatch: (() => void) | null = null
  readonly #lastSent = new LastSent()
  readonly hooks = new LiveHooks((hooks) => this.#deliver({ type: 'conversation.hooks', hooks }))

  constructor(conversationId: ConversationId, timers: Timers) {
    this.#conversationId = conversationId
    this.#timers = timers
  }

  /** Subscribes a listener; returns the epoch that tags its events. */
  subscribe(listener: Listener): number {
    this.flush()
    this.#lastSent.forget()
    const epoch = ++lastEpoch
    this.#subscriptions.set(epoch, { listener, isLooking: false })
    return epoch
  }

  unsubscribe(epoch: number): void {
    this.#subscriptions.delete(epoch)
  }

  /** Sends nothing until somebody subscribes again. */
  end(): void {
    this.#subscriptions.clear()
  }

  has(epoch: number): boolean {
    return this.#subscriptions.has(epoch)
  }

  look(epoch: number, isLooking: boolean): void {
    const subscription = this.#subscriptions.get(epoch)
    if (subscription !== undefined) subscription.isLooking = isLooking
  }

  get isLookedAt(): boolean {
    for (const { isLooking } of this.#subscriptions.values()) if (isLooking) return true
    return false
  }

  get hasListeners(): boolean {
    return this.#subscriptions.size > 0
  }

  /** Publishes a step, after its commit. `inForce` goes over the history: it is called only if somebody listens. */
  publishStep({ turn, ...step }: PublishedStep, inForce: () => InForce): void {
    this.#follow(step)
    if (!this.hasListeners) return
    const { use, model, instructions } = inForce()
    const { usedTokens, ...limits } = use
    const news = this.#lastSent.news({ turn, model, usedTokens, limits, instructions })
    this.#deliver({ type: 'conversation.stepped', ...step, ...news })
  }

  publishUnsaved(event: Unaddressed<ClientEventOf<'conversation.unsaved'>>): void {
    this.#lastSent.forget()
    this.#follow(event)
    this.#deliver(event)
  }

  /** Publishes a draft to everyone but the client that saved it. */
  publishDraft(news: Drafted, savedBy: number | null): void {
    this.#deliver({ type: 'conversation.drafted', ...news }, savedBy)
  }

  /** Publishes changes of a conversation that are not steps. */
  publish(
    event:
      | Unaddressed<ClientEventOf<'conversation.waiting'>>
      | Unaddressed<ClientEventOf<'conversation.jobs'>>
      | Unaddressed<ClientEventOf<'conversation.jobEnded'>>
      | Unaddressed<ClientEventOf<'conversation.shell'>>
      | Unaddressed<ClientEventOf<'conversation.shellPrinted'>>
      | Unaddressed<ClientEventOf<'conversation.terminals'>>
      | Unaddressed<ClientEventOf<'conversation.folder'>>
      | Unaddressed<ClientEventOf<'conversation.orphans'>>
      | Unaddressed<ClientEventOf<'conversation.configured'>>,
  ): void {
    if (event.type === 'conversation.configured') this.#lastSent.forget()
    this.#deliver(event)
  }

  /** Streams an awaited request. Later output of an aborted one is not shown (I9). */
  stream(requestId: WorkId, part: 'text' | 'thinking', text: string): void {
    if (requestId !== this.#requestId || text === '') return
    this.#parts[part].pending.push(text)
    this.#flushSoon()
  }

  /** Adds a piece of a call's input while an awaited request writes it. */
  growCall(
    requestId: WorkId,
    { call, json, name }: { readonly call: number; readonly name: string; readonly json: string },
  ): void {
    if (requestId !== this.#requestId) return
    this.#calls.push(call, name, json)
    this.#flushSoon()
  }

  /** Reports the silence of an awaited request; null ends it. */
  silence(requestId: WorkId, silence: Silence | null): void {
    if (requestId !== this.#awaitedId) return
    this.#quiet = silence === null ? null : { requestId, ...silence }
    this.#deliver({ type: 'conversation.silent', silence: this.#quiet })
  }

  print(callId: CallId, text: string): void {
    if (callId !== this.#callId) return
    this.#ring.push(text)
    this.#deliver({ type: 'conversation.printed', callId, dropped: 0, text })
  }

  /** Returns the end of this call's output, in whole characters. */
  printed(callId: CallId): string {
    return callId === this.#callId ? this.#ring.tail(PRINTED_LENGTH) : ''
  }

  liveReply(): LiveReply | null {
    if (this.#requestId === null) return null
    const { thinking, text } = this.#parts
    const calls = this.#calls.all()
    return { requestId: this.#requestId, thinking: thinking.text, text: text.text, calls }
  }

  liveSilence(): LiveSilence | null {
    return this.#quiet
  }

  liveOutput(): LiveOutput | null {
    if (this.#callId === null) return null
    return { callId: this.#callId, text: this.#ring.text(), dropped: this.#ring.dropped }
  }

  /** Keeps the live display in step with what the state waits for. A summary in progress is not shown as a reply. */
  #follow({ messages, state }: Pick<PublishedStep, 'messages' | 'state'>): void {
    const isAsking = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
    const awaitedId = isAsking ? state.phase.requestId : null
    if (awaitedId !== this.#awaitedId) this.#quiet = null
    this.#awaitedId = awaitedId
    const requestId = isAsking && state.purpose === 'reply' ? awaitedId : null
    if (requestId !== this.#requestId) {
      // Everything streamed is sent before the end of its request (T76), except calls that arrive complete with it.
      this.flush({ withCalls: !messages.some(({ content }) => content.type === 'agent') })
      this.#requestId = requestId
      this.#parts.text = newPart()
      this.#parts.thinking = newPart()
      this.#calls = new GrowingCalls()
    }
    const callId = runningCallOf(state)
    if (callId !== this.#callId) {
      this.#callId = callId
      this.#ring = new OutputRing(LIVE_OUTPUT_LENGTH)
    }
  }

  /** Sends everything streamed so far. */
  flush({ withCalls } = { withCalls: true }): void {
    this.#stopBatch?.()
    this.#stopBatch = null
    this.#flushPart('thinking')
    this.#flushPart('text')
    if (withCalls) this.#flushCalls()
  }

  #flushSoon(): void {
    this.#stopBatch ??= this.#timers.start(BATCH_MS, () => this.flush())
  }

  #flushCalls(): void {
    const requestId = this.#requestId
    if (requestId === null) return
    for (const { call, index } of this.#calls.changed())
      this.#deliver({ type: 'conversation.callGrew', requestId, index, call })
  }

  #flushPart(name: 'text' | 'thinking'): void {
    const part = this.#parts[name]
    const requestId = this.#requestId
    if (part.pending.length === 0 || requestId === null) return
    const text = part.pending.join('')
    const from = part.sent
    part.pending = []
    part.text += text
    part.sent += text.length
    this.#deliver({ type: 'conversation.streamed', requestId, part: name, from, text })
  }

  #deliver(event: Unaddressed<OfConversation>, except: number | null = null): void {
    const conversationId = this.#conversationId
    for (const [epoch, { listener }] of this.#subscriptions)
      if (epoch !== except) listener({ ...event, conversationId, epoch })
  }
}

type Repeatable = Pick<
  ClientEventOf<'conversation.stepped'>,
  'turn' | 'model' | 'usedTokens' | 'limits' | 'instructions'
>

/** What clients last received: each step sends only the differences from it. */
class LastSent {
  readonly #values = new Map<string, string>()

  /** Makes the next step send everything, because some client knows something else, or nothing. */
  forget(): void {
    this.#values.clear()
  }

  news(facts: Repeatable): Repeatable {
    const changed = Object.entries(facts).filter(([name, fact]) => {
      const value = JSON.stringify(fact)
      if (this.#values.get(name) === value) return false
      this.#values.set(name, value)
      return true
    })
    return Object.fromEntries(changed)
  }
}

function newPart(): Part {
  return { sent: 0, text: '', pending: [] }
}
