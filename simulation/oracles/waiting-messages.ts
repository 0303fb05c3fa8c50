import type { ConversationId, MessageId } from '../../src/shared/ids.ts'
import type { WaitingMessage } from '../../src/shared/messages/waiting.ts'
import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { Commit } from '../../src/main/runtime/ports/history-store.ts'
import type { Disk } from '../disks/disk.ts'

interface TrackedMessage {
  /** All versions of the text stored under this id. */
  readonly texts: Set<string>
  /** True once a client was notified that the message waits. */
  isAcknowledged: boolean
  /** True if a person may have removed it. */
  mayBeRemoved: boolean
  /** True once a person has put it there again, after removing it. */
  isPutAgain: boolean
  /** True if it may be delivered early: a person has sent it now, or a step met a lock. */
  mayBeEarly: boolean
}

/** R13: each message that a client was told is waiting ends in exactly one place: delivered, waiting, removed. */
export class WaitingMessages {
  readonly #messages = new Map<ConversationId, Map<MessageId, TrackedMessage>>()
  /** True if the last turn in this life completed: only then are messages delivered automatically. */
  readonly #hasCompleted = new Map<ConversationId, boolean>()
  /** Conversations to which a message is being added: at rest the oldest one has missed its moment, and is delivered. */
  readonly #adding = new Set<ConversationId>()
  /** Conversations with a step that waits for a lock: messages added meanwhile follow it. */
  readonly #locked = new Set<ConversationId>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  /** Forgets a deleted conversation. */
  delete(id: ConversationId): void {
    for (const each of [this.#messages, this.#hasCompleted, this.#adding, this.#locked])
      each.delete(id)
  }

  #messageOf(id: ConversationId, messageId: MessageId): TrackedMessage {
    const mine = this.#messages.get(id) ?? new Map<MessageId, TrackedMessage>()
    this.#messages.set(id, mine)
    const found = mine.get(messageId) ?? {
      texts: new Set<string>(),
      isAcknowledged: false,
      mayBeRemoved: false,
      isPutAgain: false,
      mayBeEarly: false,
    }
    mine.set(messageId, found)
    return found
  }

  added(id: ConversationId, messageId: MessageId, text: string): void {
    const message = this.#messageOf(id, messageId)
    message.texts.add(text)
    message.isPutAgain = message.mayBeRemoved
    message.mayBeEarly ||= this.#locked.has(id)
    this.#adding.add(id)
  }

  /** The sender has received an answer. */
  answered(id: ConversationId): void {
    this.#adding.delete(id)
  }

  acknowledged(id: ConversationId, messageId: MessageId): void {
    this.#messageOf(id, messageId).isAcknowledged = true
  }

  removed(id: ConversationId, messageId: MessageId): void {
    const message = this.#messageOf(id, messageId)
    message.mayBeRemoved = true
    message.isPutAgain = false
  }

  /** False also if it was put there again meanwhile: the answer to a removal may wait for the disk. */
  isRemoved(id: ConversationId, messageId: MessageId): boolean {
    const { mayBeRemoved, isPutAgain } = this.#messageOf(id, messageId)
    return mayBeRemoved && !isPutAgain
  }

  sentNow(id: ConversationId, messageId: MessageId): void {
    this.#messageOf(id, messageId).mayBeEarly = true
  }

  #isDeliveryTime(id: ConversationId, { type }: ConversationState): boolean {
    return type === 'idle' && (this.#hasCompleted.get(id) === true || this.#adding.has(id))
  }

  /** The commit met a lock: its messages are delivered later. */
  metLock({ conversationId: id, delivered }: Commit, before: ConversationState): void {
    this.#locked.add(id)
    if (!this.#isDeliveryTime(id, before)) return
    for (const messageId of delivered) this.#messageOf(id, messageId).mayBeEarly = true
  }

  /** `waiting`: the messages that were waiting before this commit. */
  committed(commit: Commit, before: ConversationState, waiting: readonly WaitingMessage[]): void {
    const { conversationId: id, delivered } = commit
    this.#locked.delete(id)
    for (const messageId of delivered) {
      if (this.#messageOf(id, messageId).mayBeEarly) continue
      if (before.type === 'awaitingLlm' && before.reason === 'toolResults') {
        const first = waiting.find(({ when }) => when === 'nextStep')
        if (first?.id !== messageId) this.#complain('R13 waiting messages keep order', messageId)
      } else {
        if (!this.#isDeliveryTime(id, before))
          this.#complain('R13 what is held back goes when a person sends it', messageId)
        if (waiting.find(({ when }) => when !== 'held')?.id !== messageId)
          this.#complain('R13 the oldest goes first', messageId)
      }
    }
    for (const row of commit.rows) {
      if (row.kind !== 'lifecycle') continue
      const { type } = row.entry
      if (type.startsWith('turn')) this.#hasCompleted.set(id, type === 'turnCompleted')
      if (type === 'sessionStarted') this.#hasCompleted.set(id, false)
    }
  }

  /** Rule 1: a turn that stopped before its end holds all waiting messages. */
  checkHeld({ conversationId: id, rows }: Commit, disk: Disk): void {
    const stops = rows.some(
      (row) =>
        row.kind === 'lifecycle' &&
        (row.entry.type === 'turnFailed' ||
          (row.entry.type === 'turnInterrupted' && row.entry.reason !== 'newMessage')),
    )
    // A failure or a recovery that could not be saved does not hold messages added after it.
    const inputs = rows.flatMap((row) => (row.kind === 'input' ? [row.event.input.type] : []))
    const others = inputs.filter((type) => type !== 'recovered' && type !== 'sessionOpened')
    const isLate =
      inputs.includes('storeFailed') || (inputs.includes('recovered') && others.length > 0)
    if (!stops || isLate) return
    const loose = disk.store.waiting(id).find(({ when }) => when !== 'held')
    if (loose !== undefined) this.#complain('R13 what waits is held when a turn stops', loose.id)
  }

  /** Called whenever the disk is examined: a crash image, a start, the end of a run. */
  check(disk: Disk): void {
    for (const [id, messages] of this.#messages) {
      if (!disk.conversations().includes(id)) continue
      const stored = new Set(disk.messageIds(id))
      const waiting = disk.store.waiting(id)
      for (const { id: messageId, text } of waiting) {
        if (stored.has(messageId))
          this.#complain('R13 delivered or waiting, and never both', messageId)
        if (!this.#messageOf(id, messageId).texts.has(text))
          this.#complain('R13 what waits was put there', messageId)
      }
      for (const [messageId, { isAcknowledged, mayBeRemoved }] of messages) {
        const isThere = stored.has(messageId) || waiting.some((each) => each.id === messageId)
        if (isAcknowledged && !mayBeRemoved && !isThere)
          this.#complain('R13 a message that waits is not lost', messageId)
      }
    }
  }
}
