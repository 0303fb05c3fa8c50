import type { ConversationState } from '../../shared/conversation-state.ts'
import type { Message } from '../../shared/message.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { StoreFault } from '../core/event.ts'
import type { Store, StoredConversation } from './ports.ts'
import {
  entriesOf,
  type Entries,
  joined,
  placed,
  type PlacedStep,
  type Taken,
  titleFrom,
} from './step-entries.ts'

const NOTHING: Entries = { rows: [], messages: [] }

/** What of a conversation is on disk, and the one step that may be ahead of it. */
export class ConversationRecord {
  readonly stored: StoredConversation
  private readonly store: Store
  private title: string | null
  private loaded: Message[] | null = null
  private unsaved: Entries = NOTHING
  updatedAt: number
  seq: number
  /** A session of this runtime is on record and has no end. */
  hasSession = false

  constructor(stored: StoredConversation, store: Store) {
    this.stored = stored
    this.store = store
    this.title = stored.title
    this.updatedAt = stored.updatedAt
    this.seq = stored.seq
  }

  get shownTitle(): string {
    return this.title ?? 'New conversation'
  }

  get isSaved(): boolean {
    return this.unsaved === NOTHING
  }

  /** All messages, oldest first. */
  history(): readonly Message[] {
    this.loaded ??= [...this.store.history(this.stored.id)]
    return this.loaded
  }

  /** Saves the steps in one transaction; before them what could not be saved earlier, and the opening of the session. */
  save(
    steps: readonly Taken[],
    session: Taken | null,
    state: ConversationState,
  ): Result<readonly PlacedStep[], StoreFault> {
    const before = joined([this.unsaved, session === null ? NOTHING : entriesOf(session)])
    const own = steps.map(entriesOf)
    const said = firstWords(steps)
    const title = said !== null && this.title === null ? titleFrom(said) : null
    const at = steps.at(-1)?.event.at ?? this.updatedAt
    const result = this.store.commit({
      conversationId: this.stored.id,
      ...joined([before, ...own]),
      state,
      at,
      title,
      clearsDraft: said !== null,
    })
    if (!result.ok) return failed(result.error)
    this.unsaved = NOTHING
    this.hasSession = steps.at(-1)?.event.type !== 'sessionClosed'
    this.title ??= title
    this.updatedAt = at
    this.seq = result.value.seq
    this.loaded?.push(...result.value.messages)
    return ok(placed(steps, before, result.value))
  }

  /** Keeps a step that could not be saved for the next one that can; answers its messages with the places they will have. */
  keepUnsaved(taken: Taken): readonly Message[] {
    const entries = entriesOf(taken)
    const last = (this.history().at(-1)?.seq ?? 0) + this.unsaved.messages.length
    this.unsaved = joined([this.unsaved, entries])
    return entries.messages.map((message, index) => ({ ...message, seq: last + index + 1 }))
  }
}

/** What the first message says; one without text speaks by its first image's name. */
function firstWords(steps: readonly Taken[]): string | null {
  for (const { event } of steps) {
    if (event.type !== 'userMessage') continue
    const { text, attachments } = event
    return text.trim() === '' ? (attachments[0]?.name ?? text) : text
  }
  return null
}
