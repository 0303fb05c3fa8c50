import type { ConversationId, MessageId } from '../../shared/ids.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { MessageMode, WaitingMessage } from '../../shared/waiting.ts'
import type { Input, StoreFault } from '../core/event.ts'
import { type Due, dueAfter } from '../core/outbox.ts'
import type { Moved } from '../core/step.ts'
import type { Log, Store } from './ports.ts'
import type { Taken } from './step-entries.ts'

/** A waiting message as the machine is told it: under its own id. */
export function messageInput({ id, text, attachments }: WaitingMessage, mode: MessageMode): Input {
  return { type: 'userMessage', messageId: id, text, attachments, mode }
}

type OutboxStore = Pick<Store, 'waiting' | 'putWaiting' | 'removeWaiting' | 'orderWaiting'>

/** What waits to be sent in one conversation, as it is on disk. */
export class Outbox {
  private readonly id: ConversationId
  private readonly store: OutboxStore
  private readonly log: Log
  private readonly onChanged: (waiting: readonly WaitingMessage[]) => void
  private known: readonly WaitingMessage[] | null = null

  constructor(
    id: ConversationId,
    store: OutboxStore,
    log: Log,
    onChanged: (waiting: readonly WaitingMessage[]) => void,
  ) {
    this.id = id
    this.store = store
    this.log = log
    this.onChanged = onChanged
  }

  /** In the order in which they go out. A disk that cannot be read holds them back, and nothing else. */
  get waiting(): readonly WaitingMessage[] {
    this.known ??= this.read()
    return this.known ?? []
  }

  has(messageId: MessageId): boolean {
    return this.find(messageId) !== null
  }

  find(messageId: MessageId): WaitingMessage | null {
    return this.waiting.find(({ id }) => id === messageId) ?? null
  }

  put(message: WaitingMessage): Result<null, StoreFault> {
    return this.written(this.store.putWaiting(this.id, message))
  }

  remove(messageId: MessageId): Result<null, StoreFault> {
    if (!this.has(messageId)) return ok(null)
    return this.written(this.store.removeWaiting(this.id, messageId))
  }

  order(messageIds: readonly MessageId[]): Result<null, StoreFault> {
    return this.written(this.store.orderWaiting(this.id, messageIds))
  }

  /** What goes out after this step. */
  due(step: Moved): Due {
    return dueAfter(step, this.waiting)
  }

  /** The messages of these steps that were waiting: they go with the commit. */
  among(steps: readonly Taken[]): readonly MessageId[] {
    return steps.flatMap(({ event }) =>
      event.type === 'userMessage' && this.has(event.messageId) ? [event.messageId] : [],
    )
  }

  /** A commit has taken these along. */
  forget(messageIds: readonly MessageId[]): void {
    if (messageIds.length === 0) return
    this.known = this.waiting.filter(({ id }) => !messageIds.includes(id))
  }

  announce(): void {
    this.onChanged(this.waiting)
  }

  private written(result: Result<null, StoreFault>): Result<null, StoreFault> {
    if (!result.ok) return result
    this.known = this.read()
    this.announce()
    return result
  }

  private read(): readonly WaitingMessage[] | null {
    try {
      return this.store.waiting(this.id)
    } catch (error) {
      this.log.warn('what waits to be sent could not be read', { error: String(error) })
      return null
    }
  }
}
