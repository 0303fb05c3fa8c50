import { assertNever } from '../../src/shared/assert-never.ts'
import { viewOf } from '../../src/main/core/view/view-of.ts'
import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationSnapshot } from '../../src/shared/conversation/conversation.ts'
import type { ClientEventOf } from '../../src/shared/protocol/events.ts'
import type { Message } from '../../src/shared/messages/message.ts'
import type { Viewed } from '../../src/shared/conversation/state-view.ts'
import type { WaitingMessage } from '../../src/shared/messages/waiting.ts'

type Followed = ClientEventOf<
  | 'conversation.stepped'
  | 'conversation.unsaved'
  | 'conversation.waiting'
  | 'conversation.configured'
>

/** A screen's copy of a conversation, built from its frames only. */
export class Replica {
  readonly epoch: number
  seq: number
  viewed: Viewed
  messages: readonly Message[]
  waiting: readonly WaitingMessage[]
  permissionMode: ConversationSnapshot['permissionMode']
  readonly #complain: (promise: string, facts: string) => void

  constructor(
    snapshot: ConversationSnapshot,
    before: Replica | null,
    complain: (promise: string, facts: string) => void,
  ) {
    const { epoch, seq, state, turn, messages, waiting, permissionMode } = snapshot
    this.epoch = epoch
    this.seq = seq
    this.viewed = { state, turn }
    this.messages = messages
    this.waiting = waiting
    this.permissionMode = permissionMode
    this.#complain = complain
    if (before !== null) this.#checkReturn(before)
  }

  follow(event: Followed): void {
    switch (event.type) {
      case 'conversation.stepped':
        return this.#step(event)
      case 'conversation.unsaved':
        this.viewed = { state: event.state, turn: event.turn }
        return
      case 'conversation.waiting':
        this.waiting = event.waiting
        return
      case 'conversation.configured':
        this.permissionMode = event.permissionMode
        return
      default:
        assertNever(event)
    }
  }

  /** I27, I28, I29: each step begins where the previous one ended. */
  #step(event: ClientEventOf<'conversation.stepped'>): void {
    if (event.epoch !== this.epoch)
      return this.#complain('no event of an older epoch', `${event.epoch}`)
    if (event.after !== this.seq) {
      this.#complain('I27 a client misses no step', `${event.after} after ${this.seq}`)
    }
    if (event.seq <= event.after) this.#complain('I27 seq increases', `${event.seq}`)
    this.seq = event.seq
    const { state, turn = this.viewed.turn } = event
    this.viewed = { state, turn }
    this.messages = [...this.messages, ...event.messages]
  }

  /** I9: only output of the awaited request is shown. */
  checkStreamed({
    requestId,
  }: ClientEventOf<'conversation.streamed' | 'conversation.callGrew'>): void {
    const { state } = this.viewed
    const isAwaited =
      state.type === 'llmRequesting' &&
      state.phase.type !== 'backoff' &&
      state.phase.requestId === requestId
    if (!isAwaited) this.#complain('I9 what an ended request says is not shown', state.type)
  }

  /** Checks the waiting messages, and the permissions under which they would be sent. */
  checkOwn(waiting: readonly WaitingMessage[], permissionMode: string): void {
    const shown = JSON.stringify(this.waiting)
    if (shown !== JSON.stringify(waiting))
      this.#complain('I28 a client shows what waits', `${shown} / ${JSON.stringify(waiting)}`)
    if (this.permissionMode !== permissionMode)
      this.#complain('I28 a client shows the permissions', this.permissionMode)
  }

  /** Row 15, I28: the screen shows what is on disk. */
  checkAgainst(history: readonly Message[], state: ConversationState, seq: number): void {
    this.checkState(state, seq)
    const shown = this.messages.map(({ id, seq: place }) => `${place} ${id}`)
    const stored = history.slice(-shown.length || history.length)
    const missing = stored.findIndex(({ id, seq: place }, at) => shown[at] !== `${place} ${id}`)
    if (missing !== -1)
      this.#complain('I28 a client shows the stored messages', `${shown[missing]}`)
  }

  checkState(state: ConversationState, seq: number): void {
    if (this.seq !== seq)
      this.#complain('I28 a client knows what is on disk', `${this.seq} / ${seq}`)
    const { viewed } = this
    const [shown, stored] = [viewed, viewOf(state)].map((each) =>
      JSON.stringify([each.state, each.turn]),
    )
    if (shown !== stored)
      this.#complain('I28 a client shows the stored state', `${shown} / ${stored}`)
  }

  /** I21: everything shown as saved is still there when the client comes back. */
  #checkReturn(before: Replica): void {
    if (this.seq < before.seq)
      this.#complain('I21 seq never goes back', `${before.seq} to ${this.seq}`)
    const ids = new Set(this.messages.map(({ id }) => id))
    const [first] = this.messages
    const lost = before.messages.find((each) => each.seq >= (first?.seq ?? 1) && !ids.has(each.id))
    if (lost !== undefined) this.#complain('I21 a stored message is shown again', lost.id)
  }
}
