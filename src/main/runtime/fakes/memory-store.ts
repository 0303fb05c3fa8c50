import { activityOf, type StoredSummary } from '../../../shared/conversation.ts'
import type { AgentId, CallId, ConversationId, MessageId } from '../../../shared/ids.ts'
import {
  type Message,
  type MessageContent,
  type MessageDraft,
  NO_DRAFT,
} from '../../../shared/message.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { isSameRule } from '../../../shared/rule-words.ts'
import type { FolderRule, PermissionMode, Rule } from '../../../shared/turn.ts'
import type { WaitingMessage } from '../../../shared/waiting.ts'
import type { StoreFault } from '../../core/machine/event.ts'
import { heldBack } from '../../core/turn/outbox.ts'
import type { NewChild } from '../../core/machine/step.ts'
import { storeState } from '../../core/log/stored-state.ts'
import { type TitleSource, UNTITLED } from '../../core/turn/title.ts'
import { viewOf } from '../../core/view/view-of.ts'
import type { HistoryLog } from '../ports/history-log.ts'
import { handedIn } from '../conversation/handed-in.ts'
import { type FoundChild, openCallsOf } from '../conversation/open-calls.ts'
import { openTurnIn, restedIn } from '../conversation/open-turn.ts'
import type { Commit, Committed, RecoveryFacts, Store, StoredConversation } from '../ports/ports.ts'
import type { OwnSettings } from '../ports/own-settings.ts'
import { type Kept, lastInstructions, memoryLog } from './memory-log.ts'
import { subAgentSpendIn } from './memory-spend.ts'
import { isSettled, newlyKept, NOTHING_OWN } from './newly-kept.ts'
import { ownOf } from '../ports/own-settings.ts'

/** A store in memory with the real one's unique keys. `failing`: what the next commits answer instead of writing. */
export class MemoryStore implements Store {
  readonly kept = new Map<ConversationId, Kept>()
  readonly commits: Commit[] = []
  failing: StoreFault | null = null
  readonly log: HistoryLog = memoryLog(this.kept)
  readonly subAgentSpend = subAgentSpendIn(this.kept)
  readonly rulesOf = new Map<string, readonly Rule[]>()
  readonly recoveries = new Set<ConversationId>()
  private readonly usedIds = new Set<string>()

  createConversation(row: {
    id: ConversationId
    folder: string
    permissionMode: PermissionMode
    webSearch?: boolean
    at: number
  }): Result<StoredSummary, StoreFault> {
    return this.write(() => {
      const { id, at: createdAt, ...own } = row
      this.requireNew([id])
      this.kept.set(id, newlyKept({ ...NOTHING_OWN, ...own, createdAt }))
      return this.summary(id, this.of(id))
    })
  }

  forkConversation(from: ConversationId, first: Commit): Result<StoredSummary, StoreFault> {
    return this.write(() => {
      const { conversationId: id, at: createdAt } = first
      const { folder, ...of } = this.of(from)
      this.requireNew([id])
      const birth = { folder, ...ownOf(of), createdAt, parent: null, forkedFrom: from }
      this.kept.set(id, newlyKept(birth))
      this.commit(first)
      return this.summary(id, this.of(id))
    })
  }

  list(): readonly StoredSummary[] {
    return [...this.kept]
      .filter(([, kept]) => kept.parent === null)
      .map(([id, kept]) => this.summary(id, kept))
      .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
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
    const { messages: _messages, rows: _rows, draft: _draft, waiting: _waiting, ...own } = kept
    return { id, ...own, seq: rows.length, hasOpenSession, instructions: lastInstructions(rows) }
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
    return this.write(() => {
      const id = commit.conversationId
      const kept = this.of(id)
      const after = kept.rows.length
      const rows = commit.rows.map((row, index) => ({ ...row, seq: after + index + 1 }))
      const first = kept.messages.length + 1
      const messages = commit.messages.map((message, index) => ({ ...message, seq: first + index }))
      JSON.stringify(storeState(commit.state))
      this.requireNew([
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
      if (commit.clearsDraft) kept.draft = NO_DRAFT
      kept.waiting = kept.waiting.filter((each) => !commit.delivered.includes(each.id))
      if (commit.holdsWaiting) kept.waiting = heldBack(kept.waiting)
      for (const child of commit.children) this.keepChild(id, child, commit.at)
      this.commits.push(commit)
      return { after, seq: after + rows.length, messages }
    })
  }

  draft(id: ConversationId): MessageDraft {
    return this.of(id).draft
  }

  saveDraft(id: ConversationId, draft: MessageDraft): Result<null, StoreFault> {
    return this.change(id, { draft })
  }

  configure(id: ConversationId, own: OwnSettings): Result<null, StoreFault> {
    return this.change(id, own)
  }

  waiting(id: ConversationId): readonly WaitingMessage[] {
    return this.of(id).waiting
  }

  putWaiting(id: ConversationId, message: WaitingMessage): Result<null, StoreFault> {
    const { waiting } = this.of(id)
    const isNew = waiting.every((each) => each.id !== message.id)
    const changed = waiting.map((each) => (each.id === message.id ? message : each))
    return this.change(id, { waiting: isNew ? [...waiting, message] : changed })
  }

  removeWaiting(id: ConversationId, messageId: MessageId): Result<null, StoreFault> {
    return this.change(id, { waiting: this.waiting(id).filter((each) => each.id !== messageId) })
  }

  orderWaiting(id: ConversationId, order: readonly MessageId[]): Result<null, StoreFault> {
    const place = (each: WaitingMessage): number => order.indexOf(each.id) + 1 || order.length + 1
    return this.change(id, { waiting: this.waiting(id).toSorted((a, b) => place(a) - place(b)) })
  }

  rules(folder: string): readonly Rule[] {
    return this.rulesOf.get(folder) ?? []
  }

  saveRule(folder: string, rule: Rule): Result<null, StoreFault> {
    return this.write(() => {
      const rules = this.rules(folder)
      const isKnown = rules.some((each) => isSameRule(each, rule))
      if (!isKnown) this.rulesOf.set(folder, [...rules, rule])
      return null
    })
  }

  allRules(): readonly FolderRule[] {
    return [...this.rulesOf]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([folder, rules]) => rules.map((rule) => ({ folder, rule })))
  }

  removeRule(folder: string, rule: Rule): Result<null, StoreFault> {
    return this.write(() => {
      const left = (this.rulesOf.get(folder) ?? []).filter((each) => !isSameRule(each, rule))
      this.rulesOf.set(folder, left)
      return null
    })
  }

  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault> {
    return this.change(id, { title, titleSource: source })
  }

  markUnread(id: ConversationId, isUnread: boolean): Result<null, StoreFault> {
    return this.change(id, { isUnread })
  }

  unsettled(): readonly ConversationId[] {
    return [...this.kept]
      .filter(([, kept]) => !isSettled(kept))
      .toSorted(([, a], [, b]) => Number(a.parent === null) - Number(b.parent === null))
      .map(([id]) => id)
  }

  recoveryFacts(id: ConversationId): RecoveryFacts {
    const { rows, messages, state } = this.of(id)
    const entries = rows.flatMap((row) => (row.kind === 'lifecycle' ? [row.entry] : []))
    const turn = entries.findLast((entry) => entry.type.startsWith('turn'))
    const started = entries.flatMap((entry) => (entry.type === 'toolStarted' ? [entry.callId] : []))
    const at = messages.findLastIndex((message) => message.content.type === 'agent')
    return {
      openTurn: openTurnIn(turn),
      rested: restedIn(state),
      openCalls: openCallsOf({
        messages: at === -1 ? [] : messages.slice(at),
        started: new Set(started),
        state,
        childrenOf: (callId) => this.childrenOf(id, callId),
      }),
    }
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

  private keepChild(
    parentId: ConversationId,
    { agentId, model, ...place }: NewChild,
    createdAt: number,
  ): void {
    const { folder, ...of } = this.of(parentId)
    const parent = { conversationId: parentId, ...place }
    const own = ownOf(of)
    const chosenModel = model ?? own.chosenModel
    const birth = { folder, ...own, chosenModel, createdAt, parent, forkedFrom: null }
    this.kept.set(agentId, newlyKept(birth))
  }

  private childrenOf(id: ConversationId, callId: CallId): readonly FoundChild[] {
    const contentOf = (each: MessageId): MessageContent | null =>
      this.message(each)?.message.content ?? null
    return [...this.kept]
      .flatMap(([childId, { parent, state }]) =>
        parent?.conversationId === id && parent.callId === callId
          ? [{ agentId: childId as AgentId, parent, state }]
          : [],
      )
      .toSorted((a, b) => a.parent.index - b.parent.index)
      .map(({ agentId, parent: { task }, state }) => {
        return { agentId, task, ...handedIn(state, contentOf) }
      })
  }

  private write<Value>(run: () => Value): Result<Value, StoreFault> {
    return this.failing === null ? ok(run()) : failed(this.failing)
  }

  private change(id: ConversationId, to: Partial<Kept>): Result<null, StoreFault> {
    return this.write(() => (Object.assign(this.of(id), to), null))
  }

  private of(id: ConversationId): Kept {
    const kept = this.kept.get(id)
    if (kept === undefined) throw new Error(`no conversation ${id}`)
    return kept
  }

  private requireNew(ids: readonly string[]): void {
    const isRepeated = new Set(ids).size !== ids.length || ids.some((id) => this.usedIds.has(id))
    if (isRepeated) throw new Error('an id was used twice')
    for (const id of ids) this.usedIds.add(id)
  }

  private summary(id: ConversationId, kept: Kept): StoredSummary {
    const { folder, createdAt, updatedAt, isUnread, forkedFrom } = kept
    const [title, activity] = [kept.title ?? UNTITLED, activityOf(viewOf(kept.state))]
    return { id, title, folder, createdAt, updatedAt, activity, isUnread, forkedFrom }
  }
}
