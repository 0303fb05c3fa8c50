import type { Database } from 'better-sqlite3'
import { IN_THE_LIST, type StoredSummary } from '../../../shared/conversation/conversation.ts'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { type Message, type MessageContent, NO_DRAFT } from '../../../shared/messages/message.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { DiskFault, StoreFault } from '../../core/machine/store-fault.ts'
import type { ShellCommand } from '../../../shared/conversation/shell-command.ts'
import { type TitleSource, UNTITLED } from '../../core/turn/title.ts'
import type { StoredConversation } from '../../runtime/ports/conversation-store.ts'
import type { Commit } from '../../runtime/ports/history-store.ts'
import type { Log } from '../../runtime/ports/ports.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { prepareCommit } from './commit.ts'
import { prepareDeletion } from './deletion.ts'
import { prepareRules } from './folder-rules.ts'
import type { FlushQueue } from './flush-queue.ts'
import { FLUSHED_BY_SQLITE } from './journal-flush.ts'
import { type LockWait, waitForLocks } from './lock-wait.ts'
import type { MessageRow } from './history/history-rows.ts'
import { prepareList } from './list.ts'
import { LAST_SEQS } from './history/last-seq.ts'
import { prepareMessages } from './history/read-messages.ts'
import { prepareLastEvent } from './history/last-event.ts'
import { prepareInstructions } from './last-instructions.ts'
import { prepareMarks, preparePartlyWritten } from './unfinished-work.ts'
import { UNSETTLED } from './migrations/004-sub-agents.ts'
import { prepareRecoveryFacts } from './recovery-facts.ts'
import {
  type ConversationRow,
  type DraftRow,
  toComments,
  toDraft,
  toMessage,
  toEffort,
  toBudget,
  toKeepTrying,
  toListPlace,
  toParentLink,
  toState,
  toSummary,
} from './rows.ts'
import { prepareSentPrompts } from './sent-prompts.ts'
import { prepareSearchIndex } from './search/search-index.ts'
import { prepareShellCommands } from './shell-commands.ts'
import { writeFaultOf } from './store-fault.ts'
import { prepareUnsentDrafts } from './unsent-drafts.ts'
import { prepareWaiting } from './waiting-messages.ts'

interface StoreOptions {
  /** Called when searchable text has changed. */
  readonly onSearchable?: () => void
  /** Called when a write failed, but not at a lock. `isLost`: the connection has failed too. The store writes no more. */
  readonly onFault?: (fault: DiskFault, isLost: boolean) => void
  /** Flushes writes to the disk. Default: SQLite does. */
  readonly flush?: FlushQueue
  readonly lock?: LockWait
}

/** The store over one open database. Reads throw only if the file is broken; writes return a fault. */
export function createSqliteStore(db: Database, log: Log, options: StoreOptions = {}): Store {
  const { onSearchable = () => undefined, onFault = () => undefined } = options
  const { flush = FLUSHED_BY_SQLITE, lock = waitForLocks(db) } = options
  const search = prepareSearchIndex(db, onSearchable)
  const commit = prepareCommit(db, search)
  const factsOf = prepareRecoveryFacts(db, contentOf)
  const waiting = prepareWaiting(db)
  const rules = prepareRules(db)
  const recoveries = prepareMarks(db, 'recoveries')
  const imports = preparePartlyWritten(db, search)
  const deletion = prepareDeletion(db)
  const shells = prepareShellCommands(db)
  const instructionsOf = prepareInstructions(db)
  const unsent = prepareUnsentDrafts(db)
  const insert = db.prepare(`
    INSERT INTO conversations (id, folder, created_at, updated_at, state, permission_mode, web_search)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const insertFork = db.prepare(`
    INSERT INTO conversations (id, folder, created_at, updated_at, state, permission_mode, network,
      web_search, system_prompt, model, fallback_model, effort, keep_trying, budget, forked_from)
    SELECT :id, folder, :at, :at, :state, permission_mode, network, web_search,
      system_prompt, model, fallback_model, effort, keep_trying, budget, id
    FROM conversations WHERE id = :from`)
  // Of columns with the same name, the last one counts.
  const one = db.prepare<[string], ConversationRow>(
    `SELECT *, ${LAST_SEQS} FROM conversations WHERE id = ?`,
  )
  const lastSession = prepareLastEvent(db, 'sessions')
  // Rows of a deleted conversation stay for a while.
  const messageById = db.prepare<[string], MessageRow>(`
    SELECT * FROM messages WHERE id = ?
      AND EXISTS (SELECT 1 FROM conversations WHERE conversations.id = conversation_id)`)
  const { forget, ...read } = prepareMessages(db, log)
  const readDraft = db.prepare<[string], DraftRow>(
    'SELECT text, attachments, caret FROM drafts WHERE conversation_id = ?',
  )
  const writeDraft = db.prepare(`
    INSERT INTO drafts (conversation_id, text, attachments, caret) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET text = excluded.text, attachments = excluded.attachments,
      caret = excluded.caret`)
  const readComments = db.prepare<[string], { review_comments: string }>(
    'SELECT review_comments FROM conversations WHERE id = ?',
  )
  const writeComments = db.prepare('UPDATE conversations SET review_comments = ? WHERE id = ?')
  const writeTitle = db.prepare('UPDATE conversations SET title = ?, title_source = ? WHERE id = ?')
  const writePlace = db.prepare(
    'UPDATE conversations SET is_archived = ?, pinned_at = ?, list_rank = ? WHERE id = ?',
  )
  const writeUnread = db.prepare('UPDATE conversations SET is_unread = ? WHERE id = ?')
  const writeOwn = db.prepare(`
    UPDATE conversations SET permission_mode = ?, network = ?, web_search = ?, system_prompt = ?,
      model = ?, fallback_model = ?, effort = ?, keep_trying = ?, budget = ? WHERE id = ?`)
  // Users' own conversations have no parent, and NULL comes last, so sub-agents come before them.
  const unsettled = db.prepare<[], { id: string }>(
    `SELECT id FROM conversations WHERE ${UNSETTLED} ORDER BY parent_id DESC, id`,
  )

  let isLost = false

  function write<Value>(what: string, run: () => Value): Result<Value, StoreFault> {
    if (isLost || flush.hasFailed) return failed('io')
    try {
      const value = run()
      lock.wrote()
      flush.wrote()
      return ok(value)
    } catch (error) {
      const found = writeFaultOf(error, db.name)
      if (found.fault === 'locked') {
        if (lock.met()) log.warn('another writer holds the database', { what })
        return failed('locked')
      }
      log.warn('a write failed', { what, fault: found.fault, error: String(error) })
      isLost = found.isLost
      onFault(found.fault, isLost)
      return failed(found.fault)
    }
  }

  function message(id: MessageId): { conversationId: ConversationId; message: Message } | null {
    const row = messageById.get(id)
    if (row === undefined) return null
    return { conversationId: row.conversation_id as ConversationId, message: toMessage(row) }
  }

  /** Null also if the file is broken there: a state or sub-agent that names this message must not make others unreadable. */
  function contentOf(id: MessageId): MessageContent | null {
    try {
      return message(id)?.message.content ?? null
    } catch {
      return null
    }
  }

  function conversation(id: ConversationId): StoredConversation | null {
    const row = one.get(id)
    if (row === undefined) return null
    return {
      id,
      title: row.title,
      // The table allows no other values for these two.
      titleSource: row.title_source as TitleSource,
      permissionMode: row.permission_mode as PermissionMode,
      network: row.network === 1,
      webSearch: row.web_search === 1,
      systemPrompt: row.system_prompt,
      chosenModel: row.model,
      chosenFallback: row.fallback_model,
      chosenEffort: toEffort(row),
      chosenKeepTrying: toKeepTrying(row),
      chosenBudget: toBudget(row),
      hasBegun: row.message_seq > 0,
      isUnread: row.is_unread === 1,
      ...toListPlace(row),
      folder: row.folder,
      parent: toParentLink(row),
      forkedFrom: row.forked_from as ConversationId | null,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      state: toState(row.state, contentOf),
      seq: row.seq,
      ...instructionsOf(id),
      hasOpenSession: lastSession(id)?.type === 'sessionStarted',
    }
  }

  const writeFork = db.transaction(
    (from: ConversationId, first: Commit, ran: readonly ShellCommand[]): StoredSummary => {
      const { conversationId: id, at } = first
      insertFork.run({ id, at, from, state: JSON.stringify(IDLE) })
      search.add(id)
      for (const command of ran) shells.begin(id, command)
      if (commit(first) === null) throw new Error(`${id} has rows already`)
      const row = one.get(id)
      if (row === undefined) throw new Error(`no conversation ${id}`)
      return toSummary(row)
    },
  )

  return {
    flushing: () => flush.flushing(),
    conversation,
    message,
    createConversation: ({ id, folder, permissionMode, webSearch = false, at }) =>
      write('create', (): StoredSummary => {
        const state = JSON.stringify(IDLE)
        db.transaction(() => {
          insert.run(id, folder, at, at, state, permissionMode, Number(webSearch))
          search.add(id)
        })()
        const times = { createdAt: at, updatedAt: at }
        const marks = {
          hasBegun: false,
          activity: 'idle',
          asks: null,
          isUnread: false,
          forkedFrom: null,
        } as const
        return { id, title: UNTITLED, folder, ...times, ...marks, ...IN_THE_LIST }
      }),
    forkConversation: (from, first, ran = []) => write('fork', () => writeFork(from, first, ran)),
    ...prepareList(db),
    ...read,
    sentPrompts: prepareSentPrompts(db),
    commit: (step) => {
      const written = write('commit', () => commit(step))
      if (!written.ok) return written
      return written.value === null ? failed('overtaken') : ok(written.value)
    },
    draft: (id) => {
      const row = readDraft.get(id)
      return row === undefined ? NO_DRAFT : toDraft(row)
    },
    ...unsent,
    saveDraft: (id, { text, attachments, caret }) =>
      write('draft', () => (writeDraft.run(id, text, JSON.stringify(attachments), caret), null)),
    reviewComments: (id) => toComments(readComments.get(id)?.review_comments),
    saveReviewComments: (id, comments) =>
      write('comments', () => (writeComments.run(JSON.stringify(comments), id), null)),
    configure: (id, { permissionMode, network, webSearch, systemPrompt, ...chosen }) =>
      write('configure', () => {
        const { chosenModel, chosenFallback, chosenEffort, chosenKeepTrying } = chosen
        const models = [chosenModel, chosenFallback, chosenEffort, chosenKeepTrying]
        const budget = chosen.chosenBudget === null ? null : JSON.stringify(chosen.chosenBudget)
        const allowed = [network, webSearch].map(Number)
        writeOwn.run(permissionMode, ...allowed, systemPrompt, ...models, budget, id)
        return null
      }),
    waiting: (id) => waiting.of(id),
    putWaiting: (id, each) => write('wait', () => (waiting.put(id, each), null)),
    removeWaiting: (id, each) => write('wait', () => (waiting.remove(id, each), null)),
    orderWaiting: (id, order) => write('wait', () => (waiting.order(id, order), null)),
    rules: (folder) => rules.of(folder),
    allRules: () => rules.all(),
    removeRule: (folder, rule) => write('rule', () => (rules.remove(folder, rule), null)),
    rename: (id, title, source) =>
      write('title', () => {
        db.transaction(() => {
          writeTitle.run(title, source, id)
          search.titleChanged(id)
        })()
        return null
      }),
    place: (id, { isArchived, pinnedAt, rank }) =>
      write('place', () => (writePlace.run(Number(isArchived), pinnedAt, rank, id), null)),
    markUnread: (id, isUnread) =>
      write('unread', () => (writeUnread.run(isUnread ? 1 : 0, id), null)),
    unsettled: () => unsettled.all().map((row) => row.id as ConversationId),
    recoveryFacts: factsOf,
    beginRecovery: (id) => write('recovery', () => (recoveries.begin(id), null)),
    endRecovery: (id) => write('recovery', () => (recoveries.end(id), null)),
    setAside: () => recoveries.begun(),
    beginWriting: (id) => write('import', () => (imports.begin(id), null)),
    endWriting: (id) => write('import', () => (imports.end(id), null)),
    partlyWritten: () => imports.begun(),
    shellCommand: shells.shellCommand,
    shellCommands: shells.shellCommands,
    beginShellCommand: (id, command) =>
      write('shell command', () => (shells.begin(id, command), null)),
    endShellCommand: (id, end) =>
      write('shell command', () => (shells.end(id, end), onSearchable(), null)),
    interruptShellCommands: () => write('shell commands', () => (shells.interrupt(), null)),
    familyOf: (id) => deletion.familyOf(id),
    removeConversations: (ids) =>
      write('deletion', () => (deletion.remove(ids), forget(ids), onSearchable(), null)),
    leavingRows: () => deletion.leavingRows(),
    clearRows: () => write('deleted rows', () => deletion.clearRows()),
    discarded: () => deletion.discarded(),
    forgetDiscarded: (done) => write('deleted files', () => (deletion.forget(done), null)),
    namedBlobs: (from) => deletion.namedBlobs(from),
  }
}
