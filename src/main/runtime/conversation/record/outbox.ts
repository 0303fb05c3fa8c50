import type { ConversationState } from '../../../../shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { MessageMode, WaitingMessage } from '../../../../shared/messages/waiting.ts'
import type { StoreFault } from '../../../core/machine/store-fault.ts'
import type { Input } from '../../../core/machine/event.ts'
import {
  type ReadyToSend,
  readyAfter,
  readyAtRest,
  heldBack,
  holdsAfter,
} from '../../../core/turn/outbox.ts'
import type { Moved } from '../../../core/machine/step.ts'
import type { Commit } from '../../ports/history-store.ts'
import type { Log } from '../../ports/ports.ts'
import type { OutboxStore } from '../../ports/outbox-store.ts'
import type { Taken } from './step-entries.ts'

/** Turns a waiting message into an event for the machine, with its own id. */
export function messageInput({ id, text, attachments }: WaitingMessage, mode: MessageMode): Input {
  return { type: 'userMessage', messageId: id, text, attachments, mode }
}

/** The changes of the outbox by a commit. */
export type OutboxChange = Pick<Commit, 'delivered' | 'holdsWaiting'>

/** The waiting messages of one conversation, as stored on disk. */
export class Outbox {
  readonly #id: ConversationId
  readonly #store: OutboxStore
  readonly #log: Log
  readonly #onChanged: (waiting: readonly WaitingMessage[]) => void
  #known: readonly WaitingMessage[] | null = null
  /** True if a step that is not on disk yet holds the waiting messages. */
  #isHoldUnsaved = false

  constructor(
    id: ConversationId,
    store: OutboxStore,
    log: Log,
    onChanged: (waiting: readonly WaitingMessage[]) => void,
  ) {
    this.#id = id
    this.#store = store
    this.#log = log
    this.#onChanged = onChanged
  }

  /** In sending order. If the disk cannot be read, only these messages are held up. */
  get waiting(): readonly WaitingMessage[] {
    this.#known ??= this.#read()
    return this.#known ?? []
  }

  has(messageId: MessageId): boolean {
    return this.find(messageId) !== null
  }

  find(messageId: MessageId): WaitingMessage | null {
    return this.waiting.find(({ id }) => id === messageId) ?? null
  }

  put(message: WaitingMessage): Result<null, StoreFault> {
    const held = this.#saveHold()
    return held.ok ? this.#written(this.#store.putWaiting(this.#id, message)) : held
  }

  remove(messageId: MessageId): Result<null, StoreFault> {
    if (!this.has(messageId)) return ok(null)
    const held = this.#saveHold()
    return held.ok ? this.#written(this.#store.removeWaiting(this.#id, messageId)) : held
  }

  order(messageIds: readonly MessageId[]): Result<null, StoreFault> {
    const held = this.#saveHold()
    return held.ok ? this.#written(this.#store.orderWaiting(this.#id, messageIds)) : held
  }

  /** Returns what is sent after this step. */
  readyAfter(step: Moved): ReadyToSend {
    return readyAfter(step, this.waiting)
  }

  /** Returns what is sent at once in this state. */
  readyAtRest(state: ConversationState): ReadyToSend {
    return readyAtRest(state, this.waiting)
  }

  /** Returns what the commit of these steps changes: the messages that were waiting, and whether the others are held. */
  changedBy(steps: readonly Taken[]): OutboxChange {
    const delivered = steps.flatMap(({ event }) =>
      event.type === 'userMessage' && this.has(event.messageId) ? [event.messageId] : [],
    )
    const holdsWaiting = this.#isHoldUnsaved || steps.some(({ step }) => holdsAfter(step))
    return { delivered, holdsWaiting }
  }

  /** Applies a change that was committed. Returns true if anything is different now. */
  committed({ delivered, holdsWaiting }: OutboxChange): boolean {
    this.#isHoldUnsaved = false
    if (this.#known === null || (delivered.length === 0 && !holdsWaiting)) return false
    const left = this.#known.filter(({ id }) => !delivered.includes(id))
    this.#known = holdsWaiting ? heldBack(left) : left
    return true
  }

  /** Holds the waiting messages though the disk does not take it; saved with the next successful write. */
  holdUnsaved(): void {
    this.#isHoldUnsaved = true
    if (this.waiting.length === 0) return
    this.#known = heldBack(this.waiting)
    this.announce()
  }

  announce(): void {
    this.#onChanged(this.waiting)
  }

  /** Saves the hold before a person's change, so a released message stays released. */
  #saveHold(): Result<null, StoreFault> {
    if (!this.#isHoldUnsaved) return ok(null)
    for (const message of this.waiting) {
      const saved = this.#store.putWaiting(this.#id, message)
      if (!saved.ok) return saved
    }
    this.#isHoldUnsaved = false
    return ok(null)
  }

  #written(result: Result<null, StoreFault>): Result<null, StoreFault> {
    if (!result.ok) return result
    this.#known = this.#read()
    this.announce()
    return result
  }

  #read(): readonly WaitingMessage[] | null {
    try {
      const waiting = this.#store.waiting(this.#id)
      return this.#isHoldUnsaved ? heldBack(waiting) : waiting
    } catch (error) {
      this.#log.warn('waiting messages could not be read', { error: String(error) })
      return null
    }
  }
}
