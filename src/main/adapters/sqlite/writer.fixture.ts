import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/** Writes messages and prints the number of each after its commit, until a test kills it or is gone itself. */
const test = process.ppid
const [file, start] = process.argv.slice(2)
const db = openDatabase(file ?? '')
if (!db.ok) throw new Error(db.error)
const store = createSqliteStore(db.value, { warn: () => {} })
const conversationId = 'c1' as ConversationId
if (store.conversation(conversationId) === null) {
  store.createConversation({ id: conversationId, folder: '/work', permissionMode: 'ask', at: 1 })
}
let after = store.conversation(conversationId)?.seq ?? 0
for (let n = Number(start); process.ppid === test; n++) {
  const event = { input: { type: 'continueRequested' }, random: 0, printedIn: null } as const
  const content = { type: 'user', text: `message ${n}`, attachments: [], author: 'person' } as const
  const committed = store.commit({
    conversationId,
    after,
    rows: [{ id: `e${n}` as EventId, kind: 'input', at: n, event }],
    messages: [{ id: `m${n}` as MessageId, at: n, content }],
    state: { type: 'idle', unfinished: null },
    at: n,
    title: null,
    clearsDraft: false,
    delivered: [],
    holdsWaiting: false,
    unarchives: false,
    rules: [],
    folder: null,
    children: [],
  })
  if (!committed.ok) continue
  after = committed.value.seq
  process.stdout.write(`${after}\n`)
}
