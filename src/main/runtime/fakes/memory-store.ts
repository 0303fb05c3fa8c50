import { activityOf, type ConversationSummary } from '../../../shared/conversation.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { type Message, type MessageDraft, NO_DRAFT } from '../../../shared/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { StoreFault } from '../../core/event.ts'
import { storeState } from '../../core/stored.ts'
import { type TitleSource, UNTITLED } from '../../core/title.ts'
import { callIdOf } from '../../../shared/call-id.ts'
import { type Kept, memoryLog } from './memory-log.ts'
import type {
  Commit,
  Committed,
  HistoryLog,
  RecoveryFacts,
  Store,
  StoredConversation,
} from '../ports.ts'

/** A store in memory with the real one's unique keys. `failing`: what the next commits answer instead of writing. */
export class MemoryStore implements Store {
  readonly kept = new Map<ConversationId, Kept>()
  readonly commits: Commit[] = []
  failing: StoreFault | null = null
  readonly log: HistoryLog = memoryLog(this.kept)

  createConversation(row: {
    id: ConversationId
    folder: string
    at: number
  }): Result<ConversationSummary, StoreFault> {
    if (this.failing !== null) return failed(this.failing)
    const { id, folder, at } = row
    const state = { type: 'idle', unfinished: null } as const
    const times = { createdAt: at, updatedAt: at }
    const nothing = { title: null, rows: [], messages: [], draft: NO_DRAFT }
    const marks = { titleSource: 'message', isUnread: false } as const
    this.kept.set(id, { folder, ...times, state, ...nothing, ...marks })
    return ok(this.summary(id, this.of(id)))
  }

  list(): readonly ConversationSummary[] {
    return [...this.kept].map(([id, kept]) => this.summary(id, kept))
  }

  conversation(id: ConversationId): StoredConversation | null {
    const kept = this.kept.get(id)
    if (kept === undefined) return null
    const { rows } = kept
    const sessions = rows.filter(
      (row) => row.kind === 'lifecycle' && row.entry.type.startsWith('session'),
    )
    const last = sessions.at(-1)
    const hasOpenSession = last?.kind === 'lifecycle' && last.entry.type === 'sessionStarted'
    const { title, titleSource, isUnread, folder, createdAt, updatedAt, state } = kept
    const named = { id, title, titleSource, isUnread, folder }
    return { ...named, createdAt, updatedAt, state, seq: rows.length, hasOpenSession }
  }

  messages(
    id: ConversationId,
    page: { beforeSeq: number | null; limit: number },
  ): readonly Message[] {
    const before = page.beforeSeq ?? Number.POSITIVE_INFINITY
    return this.of(id)
      .messages.filter((message) => message.seq < before)
      .slice(-page.limit)
  }

  history(id: ConversationId): readonly Message[] {
    return this.of(id).messages
  }

  message(id: MessageId): { conversationId: ConversationId; message: Message } | null {
    for (const [conversationId, kept] of this.kept) {
      const message = kept.messages.find((each) => each.id === id)
      if (message !== undefined) return { conversationId, message }
    }
    return null
  }

  commit(commit: Commit): Result<Committed, StoreFault> {
    if (this.failing !== null) return failed(this.failing)
    const kept = this.of(commit.conversationId)
    const after = kept.rows.length
    const rows = commit.rows.map((row, index) => ({ ...row, seq: after + index + 1 }))
    const first = kept.messages.length + 1
    const messages = commit.messages.map((message, index) => ({ ...message, seq: first + index }))
    this.requireUnique([...kept.rows, ...rows].map((row) => row.id))
    this.requireUnique([...kept.messages, ...messages].map((message) => message.id))
    kept.rows.push(...rows)
    kept.messages = [...kept.messages, ...messages]
    kept.state = commit.state
    kept.updatedAt = commit.at
    kept.title ??= commit.title
    if (commit.clearsDraft) kept.draft = NO_DRAFT
    JSON.stringify(storeState(commit.state))
    this.commits.push(commit)
    return ok({ after, seq: after + rows.length, messages })
  }

  draft(id: ConversationId): MessageDraft {
    return this.of(id).draft
  }

  saveDraft(id: ConversationId, draft: MessageDraft): Result<null, StoreFault> {
    if (this.failing !== null) return failed(this.failing)
    this.of(id).draft = draft
    return ok(null)
  }

  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault> {
    if (this.failing !== null) return failed(this.failing)
    Object.assign(this.of(id), { title, titleSource: source })
    return ok(null)
  }

  markUnread(id: ConversationId, isUnread: boolean): Result<null, StoreFault> {
    if (this.failing !== null) return failed(this.failing)
    this.of(id).isUnread = isUnread
    return ok(null)
  }

  unsettled(): readonly ConversationId[] {
    return [...this.kept].filter(([, kept]) => kept.state.type !== 'idle').map(([id]) => id)
  }

  recoveryFacts(id: ConversationId): RecoveryFacts {
    const { rows, messages, state } = this.of(id)
    const entries = rows.flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
    const turn = entries.findLast((entry) => entry.type.startsWith('turn'))
    const started = entries.flatMap((entry) => (entry.type === 'toolStarted' ? [entry.callId] : []))
    const at = messages.findLastIndex((message) => message.content.type === 'agent')
    const reply = messages[at]
    const answered = messages.slice(at).flatMap(({ content }) => {
      return content.type === 'tool' ? [content.callId] : []
    })
    const blocks = reply?.content.type === 'agent' ? reply.content.blocks : []
    const openCalls = blocks
      .filter((block) => block.type === 'toolCall')
      .map((_, index) => callIdOf(reply?.id ?? ('' as MessageId), index))
      .filter((callId) => !answered.includes(callId))
      .map((callId) => ({ callId, started: started.includes(callId) }))
    const rested =
      state.type === 'error' ? ({ turnId: state.turnId, cause: 'error' } as const) : null
    return { openTurn: turn?.type === 'turnStarted' ? turn.turnId : null, rested, openCalls }
  }

  private of(id: ConversationId): Kept {
    const kept = this.kept.get(id)
    if (kept === undefined) throw new Error(`no conversation ${id}`)
    return kept
  }

  private requireUnique(ids: readonly string[]): void {
    if (new Set(ids).size !== ids.length) throw new Error('an id was used twice')
  }

  private summary(id: ConversationId, kept: Kept): ConversationSummary {
    const { folder, createdAt, updatedAt, state, isUnread } = kept
    const title = kept.title ?? UNTITLED
    return { id, title, folder, createdAt, updatedAt, activity: activityOf(state), isUnread }
  }
}
