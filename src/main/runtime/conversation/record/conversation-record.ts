import type { ConversationState } from '../../../../shared/conversation/conversation-state.ts'
import { totalOf } from '../../../../shared/models/usage.ts'
import {
  type ListPlace,
  listStatusOf,
  type StoredSummary,
} from '../../../../shared/conversation/conversation.ts'
import type { MessageId } from '../../../../shared/ids.ts'
import {
  lastSeqOf,
  type Message,
  type MessageContent,
} from '../../../../shared/messages/message.ts'
import type { Spend } from '../../../../shared/models/price.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import type { StoreFault } from '../../../core/machine/store-fault.ts'
import type { ConversationStore, StoredConversation } from '../../ports/conversation-store.ts'
import type { Timers } from '../../ports/ports.ts'
import type { CommitFault, HistoryStore } from '../../ports/history-store.ts'
import type { NamedModel } from '../../../../shared/models/model-name.ts'
import { draftTakenBy, type TakenDraft } from './taken-draft.ts'
import { spendIn } from './spend-in.ts'
import { FirstReplies } from './first-replies.ts'
import { MessagesInMemory } from './messages-in-memory.ts'
import { readHistory } from './read-history.ts'
import { ActiveFinder } from './find-active.ts'
import { viewOf } from '../../../core/view/view-of.ts'
import { endedTurns, titleFrom, type TitleSource, UNTITLED } from '../../../core/turn/title.ts'
import {
  entriesOf,
  type Entries,
  joined,
  placed,
  type PlacedStep,
  type Taken,
} from './step-entries.ts'
import { type OwnSettings, ownOf } from '../../ports/own-settings.ts'

/** The conversation's history, and what is written outside steps. */
export type RecordStore = Pick<
  HistoryStore,
  'commit' | 'landmarks' | 'message' | 'messages' | 'messagesOf' | 'seekLandmarks'
> &
  Pick<ConversationStore, 'draft' | 'rename' | 'configure' | 'place' | 'markUnread'>

/** Number of first replies that are checked for the end of a turn. */
const FEW = 20

const NOTHING: Entries = { rows: [], messages: [], children: [], rules: [] }

/** Steps to save. `delivered`: the waiting messages among them. `holdsWaiting`: true if the others are held. */
export interface Saving {
  readonly steps: readonly Taken[]
  readonly session: Taken | null
  readonly state: ConversationState
  readonly delivered: readonly MessageId[]
  readonly holdsWaiting: boolean
}

/** The stored part of a conversation, and the one step that may be ahead of it. */
export class ConversationRecord {
  stored: StoredConversation
  readonly #store: RecordStore
  #title: string | null
  readonly #firstReplies: FirstReplies
  readonly memory: MessagesInMemory
  #unsaved: Entries = NOTHING
  own: OwnSettings
  titleSource: TitleSource
  place: ListPlace
  #hasBegun: boolean
  isUnread: boolean
  /** The last draft that went with a message. */
  taken: TakenDraft | null = null
  updatedAt: number
  seq: number
  /** True if a session of this runtime is recorded and not closed. */
  hasSession = false

  constructor(stored: StoredConversation, store: RecordStore) {
    this.stored = stored
    this.#store = store
    this.#firstReplies = new FirstReplies(stored.id, store)
    this.memory = new MessagesInMemory(store, stored.id)
    this.#title = stored.title
    this.titleSource = stored.titleSource
    this.own = ownOf(stored)
    const { isArchived, pinnedAt, rank } = stored
    this.place = { isArchived, pinnedAt, rank }
    this.#hasBegun = stored.hasBegun
    this.isUnread = stored.isUnread
    this.updatedAt = stored.updatedAt
    this.seq = stored.seq
  }

  summary(state: ConversationState): StoredSummary {
    const { id, folder, createdAt, forkedFrom } = this.stored
    const { updatedAt, isUnread } = this
    const hasBegun = this.#hasBegun
    const title = this.#title ?? UNTITLED
    const times = { createdAt, updatedAt }
    const marks = { ...listStatusOf(viewOf(state)), hasBegun, isUnread, forkedFrom }
    return { id, title, folder, ...times, ...marks, ...this.place }
  }

  get isSaved(): boolean {
    return this.#unsaved === NOTHING
  }

  /** Answers questions about the active messages without reading them all: what a command waits for must be short. */
  active(): ActiveFinder {
    return new ActiveFinder(this.#store, this.stored.id)
  }

  hasThought(model: NamedModel): boolean {
    return this.#firstReplies.hasThought(model)
  }

  /** Returns all messages if at most one turn can have completed; otherwise none. Reads in parts. */
  async firstTurn(timers: Pick<Timers, 'soon'>): Promise<readonly Message[]> {
    const first = this.#store.messagesOf(this.stored.id, ['agent'], { afterSeq: 0, limit: FEW })
    const isOne = endedTurns([...first, ...this.memory.recent()]) <= 1
    return isOne ? readHistory({ store: this.#store, timers }, this.stored.id) : []
  }

  /** Null if it is not stored or cannot be read. */
  contentOf(messageId: MessageId): MessageContent | null {
    try {
      return this.#store.message(messageId)?.message.content ?? null
    } catch {
      return null
    }
  }

  /** Returns the tokens of the requests whose answers were stored, and of these answers; 0 if they cannot be read. */
  tokens(): number {
    try {
      return totalOf(this.spend().usage)
    } catch {
      return 0
    }
  }

  /** Returns the same with its cost, without sub-agents. */
  spend(): Spend {
    return spendIn(this.#store, this.stored.id)
  }

  /** Saves the steps in one transaction, preceded by what could not be saved earlier and by the opening of the session. */
  save(saving: Saving): Result<readonly PlacedStep[], CommitFault> {
    const { steps, session, state, delivered, holdsWaiting } = saving
    const before = joined([this.#unsaved, session === null ? NOTHING : entriesOf(session)])
    const own = steps.map(entriesOf)
    const words = firstWords(steps)
    const title = words !== null && this.#title === null ? titleFrom(words) : null
    const at = steps.at(-1)?.event.at ?? this.updatedAt
    const folder = chosenFolder(steps)
    const unarchives = steps.some(({ event }) => event.type === 'userMessage')
    const events = steps.map(({ event }) => event)
    const taken = draftTakenBy(events, delivered, () => this.#store.draft(this.stored.id))
    const result = this.#store.commit({
      conversationId: this.stored.id,
      after: this.seq,
      ...joined([before, ...own]),
      state,
      at,
      title,
      folder,
      clearsDraft: taken !== null,
      delivered,
      holdsWaiting,
      unarchives,
    })
    if (!result.ok) return failed(result.error)
    this.#unsaved = NOTHING
    this.taken = taken ?? this.taken
    this.hasSession = steps.at(-1)?.event.type !== 'sessionClosed'
    this.#title ??= title
    if (folder !== null) this.stored = { ...this.stored, folder }
    if (unarchives) this.place = { ...this.place, isArchived: false }
    this.updatedAt = at
    this.#hasBegun ||= result.value.messages.length > 0
    this.seq = result.value.seq
    this.memory.add(result.value.messages)
    const rewinds = result.value.messages.some(({ content }) => content.type === 'rewound')
    if (rewinds) this.#firstReplies.rewound()
    return ok(placed(steps, before, result.value))
  }

  rename(title: string, source: TitleSource): Result<null, StoreFault> {
    const result = this.#store.rename(this.stored.id, title, source)
    if (!result.ok) return result
    this.#title = title
    this.titleSource = source
    return result
  }

  moveTo(place: ListPlace): Result<null, StoreFault> {
    const result = this.#store.place(this.stored.id, place)
    if (result.ok) this.place = place
    return result
  }

  configure(own: OwnSettings): Result<null, StoreFault> {
    const result = this.#store.configure(this.stored.id, own)
    if (result.ok) this.own = own
    return result
  }

  /** Marks it. A mark that cannot be saved is shown anyway; the fault is logged. */
  markUnread(isUnread: boolean): void {
    if (this.isUnread === isUnread) return
    this.#store.markUnread(this.stored.id, isUnread)
    this.isUnread = isUnread
  }

  /** Keeps a step that could not be saved for the next successful write. */
  keepUnsaved(taken: Taken): void {
    this.#unsaved = joined([this.#unsaved, entriesOf(taken)])
  }

  /** Returns the messages that are not saved yet, with their future places; none if not even the places can be read. */
  unsavedMessages(): readonly Message[] {
    const last = this.isSaved ? null : this.#lastPlace()
    if (last === null) return []
    return this.#unsaved.messages.map((message, index) => ({ ...message, seq: last + index + 1 }))
  }

  #lastPlace(): number | null {
    try {
      const message = this.#store.messages(this.stored.id, { beforeSeq: null, limit: 1 }).at(-1)
      return message === undefined ? 0 : lastSeqOf(message)
    } catch {
      return null
    }
  }
}

/** Returns the new folder that a person chose; null if it is unchanged. */
function chosenFolder(steps: readonly Taken[]): string | null {
  const chosen = steps.flatMap(({ event }) =>
    event.type === 'settingsChanged' ? (event.change.folder ?? []) : [],
  )
  return chosen.at(-1) ?? null
}

/** Returns the text of the first message; for a message without text, the name of its first image. */
function firstWords(steps: readonly Taken[]): string | null {
  for (const { event } of steps) {
    if (event.type !== 'userMessage') continue
    const { text, attachments } = event
    return text.trim() === '' ? (attachments[0]?.name ?? text) : text
  }
  return null
}
