import type { ListPlace, StoredSummary } from '../../../../shared/conversation/conversation.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { type Message, type MessageDraft, NO_DRAFT } from '../../../../shared/messages/message.ts'
import { failed, type Result } from '../../../../shared/result.ts'
import type { ReviewComment } from '../../../../shared/conversation/review.ts'
import type { PermissionMode } from '../../../../shared/conversation/turn.ts'
import type { WaitingMessage } from '../../../../shared/messages/waiting.ts'
import type { StoreFault } from '../../../core/machine/store-fault.ts'
import { heldBack } from '../../../core/turn/outbox.ts'
import { isLandmark } from '../../../core/request/needed-messages.ts'
import { storeState } from '../../../core/log/stored-state.ts'
import type { TitleSource } from '../../../core/turn/title.ts'
import type { HistoryLog } from '../../ports/history-log.ts'
import type { UnsentDraft } from '../../../../shared/protocol/list-commands.ts'
import type { StoredConversation } from '../../ports/conversation-store.ts'
import type { Commit, CommitFault, Committed } from '../../ports/history-store.ts'
import type { RecoveryFacts } from '../../ports/recovery-store.ts'
import type { Discarded, NamingPlace, RowsLeft } from '../../ports/deletion-store.ts'
import type { Store } from '../../ports/store.ts'
import { ownOf, type OwnSettings } from '../../ports/own-settings.ts'
import { type StoredRecord, lastInstructions, memoryLog } from './memory-log.ts'
import { familyIn, MemoryLeftovers, namedBlobs, unsentBlobs } from './memory-deletion.ts'
import { recoveryFactsIn } from './memory-recovery.ts'
import { MemoryShells } from './memory-shells.ts'
import { emptyIn, listed, listedAfter, summaryOf, unsentDraftsIn } from './memory-list.ts'
import { messagesIn, pageIn } from './memory-messages.ts'
import { sentPromptsIn } from './memory-prompts.ts'
import { childOf, isSettled, newRecord, NOTHING_OWN } from './new-record.ts'

/** A store in memory with the real one's unique keys. `failing`: the fault of the next commits; null if they succeed. */
export class MemoryStore extends MemoryShells implements Store {
  readonly records = new Map<ConversationId, StoredRecord>()
  readonly commits: Commit[] = []
  readonly log: HistoryLog = memoryLog(this.records)
  readonly unsentDrafts = (): readonly UnsentDraft[] => unsentDraftsIn(this.records)
  readonly emptyIn = (folder: string): readonly ConversationId[] => emptyIn(this.records, folder)
  readonly recoveries = new Set<ConversationId>()
  readonly #imports = new Set<ConversationId>()
  readonly #leavings = new MemoryLeftovers()
  readonly #usedIds = new Set<string>()

  createConversation(row: {
    id: ConversationId
    folder: string
    permissionMode: PermissionMode
    webSearch?: boolean
    at: number
  }): Result<StoredSummary, StoreFault> {
    return this.write(() => {
      const { id, at: createdAt, ...own } = row
      this.#requireNew([id])
      this.records.set(id, newRecord({ ...NOTHING_OWN, ...own, createdAt }))
      return summaryOf(id, this.#of(id))
    })
  }

  readonly forkConversation: Store['forkConversation'] = (from, first, shells = []) =>
    this.write(() => {
      const { conversationId: id, at: createdAt } = first
      const { folder, ...of } = this.#of(from)
      this.#requireNew([id])
      const birth = { folder, ...ownOf(of), createdAt, parent: null, forkedFrom: from }
      this.records.set(id, newRecord(birth))
      for (const command of shells) this.beginShellCommand(id, command)
      this.commit(first)
      return summaryOf(id, this.#of(id))
    })

  list(): readonly StoredSummary[] {
    return listed(this.records)
  }

  readonly listSome = (): readonly StoredSummary[] => this.list()
  readonly listAfter: Store['listAfter'] = (...asked) => listedAfter(this.records, ...asked)

  conversation(id: ConversationId): StoredConversation | null {
    const kept = this.records.get(id)
    if (kept === undefined) return null
    const { rows } = kept
    const sessions = rows.filter(
      (row) => row.kind === 'lifecycle' && row.entry.type.startsWith('session'),
    )
    const last = sessions.at(-1)
    const hasOpenSession = last?.kind === 'lifecycle' && last.entry.type === 'sessionStarted'
    const {
      messages,
      rows: _rows,
      draft: _draft,
      comments: _comments,
      waiting: _waiting,
      ...own
    } = kept
    const [hasBegun, seq] = [messages.length > 0, rows.length]
    return { id, ...own, hasBegun, seq, hasOpenSession, ...lastInstructions(rows) }
  }

  messages(...[id, page]: Parameters<Store['messages']>): readonly Message[] {
    return pageIn(this.#of(id), page)
  }

  history(id: ConversationId): readonly Message[] {
    return this.#of(id).messages
  }

  messagesOf(...[id, types, page]: Parameters<Store['messagesOf']>): readonly Message[] {
    return this.records.has(id) ? messagesIn(this.#of(id), types, page) : []
  }

  readonly seekLandmarks = (): boolean => false

  landmarks(id: ConversationId): readonly Message[] {
    return this.#of(id).messages.filter(({ content }) => isLandmark(content))
  }

  message(id: MessageId): { conversationId: ConversationId; message: Message } | null {
    for (const [conversationId, kept] of this.records) {
      const message = kept.messages.find((each) => each.id === id)
      if (message !== undefined) return { conversationId, message }
    }
    return null
  }

  sentPrompts(...args: Parameters<Store['sentPrompts']>): ReturnType<Store['sentPrompts']> {
    return sentPromptsIn(this.records, ...args)
  }

  commit(commit: Commit): Result<Committed, CommitFault> {
    const id = commit.conversationId
    const kept = this.#of(id)
    const after = kept.rows.length
    if (this.failing === null && commit.after !== after) return failed('overtaken')
    return this.write(() => {
      const rows = commit.rows.map((row, index) => ({ ...row, seq: after + index + 1 }))
      const first = kept.messages.length + 1
      const messages = commit.messages.map((message, index) => ({ ...message, seq: first + index }))
      JSON.stringify(storeState(commit.state))
      this.#requireNew([
        ...rows.map((row) => `event ${row.id}`),
        ...messages.map((message) => `message ${message.id}`),
        ...commit.children.flatMap(({ agentId, callId, index }) => [agentId, `${callId} ${index}`]),
      ])
      kept.rows.push(...rows)
      kept.messages = [...kept.messages, ...messages]
      kept.state = commit.state
      kept.updatedAt = commit.at
      kept.title ??= commit.title
      kept.folder = commit.folder ?? kept.folder
      kept.isArchived &&= !commit.unarchives
      if (commit.clearsDraft) kept.draft = NO_DRAFT
      kept.waiting = kept.waiting.filter((each) => !commit.delivered.includes(each.id))
      if (commit.holdsWaiting) kept.waiting = heldBack(kept.waiting)
      for (const rule of commit.rules) this.addRule(kept.folder, rule)
      for (const child of commit.children)
        this.records.set(child.agentId, newRecord(childOf(id, kept, child, commit.at)))
      this.commits.push(commit)
      return { after, seq: after + rows.length, messages }
    })
  }

  draft(id: ConversationId): MessageDraft {
    return this.#of(id).draft
  }

  saveDraft(id: ConversationId, draft: MessageDraft): Result<null, StoreFault> {
    return this.#change(id, { draft })
  }

  reviewComments(id: ConversationId): readonly ReviewComment[] {
    return this.#of(id).comments
  }

  saveReviewComments(
    id: ConversationId,
    comments: readonly ReviewComment[],
  ): Result<null, StoreFault> {
    return this.#change(id, { comments })
  }

  configure(id: ConversationId, own: OwnSettings): Result<null, StoreFault> {
    return this.#change(id, own)
  }

  waiting(id: ConversationId): readonly WaitingMessage[] {
    return this.#of(id).waiting
  }

  putWaiting(id: ConversationId, message: WaitingMessage): Result<null, StoreFault> {
    const { waiting } = this.#of(id)
    const isNew = waiting.every((each) => each.id !== message.id)
    const changed = waiting.map((each) => (each.id === message.id ? message : each))
    return this.#change(id, { waiting: isNew ? [...waiting, message] : changed })
  }

  removeWaiting(id: ConversationId, messageId: MessageId): Result<null, StoreFault> {
    return this.#change(id, { waiting: this.waiting(id).filter((each) => each.id !== messageId) })
  }

  orderWaiting(id: ConversationId, order: readonly MessageId[]): Result<null, StoreFault> {
    const place = (each: WaitingMessage): number => order.indexOf(each.id) + 1 || order.length + 1
    return this.#change(id, { waiting: this.waiting(id).toSorted((a, b) => place(a) - place(b)) })
  }

  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault> {
    return this.#change(id, { title, titleSource: source })
  }

  place(id: ConversationId, place: ListPlace): Result<null, StoreFault> {
    return this.#change(id, place)
  }

  markUnread(id: ConversationId, isUnread: boolean): Result<null, StoreFault> {
    return this.#change(id, { isUnread })
  }

  unsettled(): readonly ConversationId[] {
    return [...this.records]
      .filter(([, kept]) => !isSettled(kept))
      .toSorted(([, a], [, b]) => Number(a.parent === null) - Number(b.parent === null))
      .map(([id]) => id)
  }

  recoveryFacts(id: ConversationId): RecoveryFacts {
    return recoveryFactsIn(this.records, id, this.#of(id))
  }

  beginRecovery(id: ConversationId): Result<null, StoreFault> {
    return this.write(() => (this.recoveries.add(id), null))
  }

  endRecovery(id: ConversationId): Result<null, StoreFault> {
    return this.write(() => (this.recoveries.delete(id), null))
  }

  setAside(): readonly ConversationId[] {
    return [...this.recoveries]
  }

  readonly beginWriting = (id: ConversationId): Result<null, StoreFault> =>
    this.write(() => (this.#imports.add(id), null))
  readonly endWriting = (id: ConversationId): Result<null, StoreFault> =>
    this.write(() => (this.#imports.delete(id), null))
  readonly partlyWritten = (): readonly ConversationId[] => [...this.#imports]

  lastSeqs(id: ConversationId): ReadonlyMap<ConversationId, number> {
    const lastSeqOf = (each: ConversationId): number => this.#of(each).messages.at(-1)?.seq ?? 0
    return new Map(this.familyOf(id).map((each) => [each, lastSeqOf(each)]))
  }

  familyOf(id: ConversationId): readonly ConversationId[] {
    return familyIn(this.records, id)
  }

  removeConversations(ids: readonly ConversationId[]): Result<null, StoreFault> {
    return this.write(() => {
      this.#leavings.take(this.records, ids)
      this.#leavings.note({ blobs: [], callIds: this.dropShells(ids) })
      for (const id of ids) for (const marks of [this.recoveries, this.#imports]) marks.delete(id)
      return null
    })
  }

  leavingRows(): readonly ConversationId[] {
    return this.#leavings.ids
  }

  clearRows(): Result<RowsLeft, StoreFault> {
    return this.write(() => this.#leavings.clear())
  }

  discarded(): Discarded {
    return this.#leavings.recorded
  }

  forgetDiscarded(discarded: Discarded): Result<null, StoreFault> {
    return this.write(() => (this.#leavings.forget(discarded), null))
  }

  namedBlobs(from: NamingPlace | null): ReturnType<Store['namedBlobs']> {
    const all = [...this.records.values()]
    if (from !== null) return { blobs: all.flatMap(namedBlobs), next: null }
    const next = { table: 'messages', conversationId: '', seq: 0 } as const
    return { blobs: all.flatMap(unsentBlobs), next }
  }

  #change(id: ConversationId, to: Partial<StoredRecord>): Result<null, StoreFault> {
    return this.write(() => (Object.assign(this.#of(id), to), null))
  }

  #of(id: ConversationId): StoredRecord {
    const kept = this.records.get(id)
    if (kept === undefined) throw new Error(`no conversation ${id}`)
    return kept
  }

  #requireNew(ids: readonly string[]): void {
    const isRepeated = new Set(ids).size !== ids.length || ids.some((id) => this.#usedIds.has(id))
    if (isRepeated) throw new Error('an id was used twice')
    for (const id of ids) this.#usedIds.add(id)
  }
}
