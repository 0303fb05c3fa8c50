import type { ConversationId } from '../../src/shared/ids.ts'
import { InProcessApp } from './in-process-app.ts'
import type { Elapsed } from './delivery-thread.ts'
import { timeSqlCalls } from './sql-times.ts'

const CANCELS = 1_000
const LANES = 2
/** The concurrent load: a command that prints a gigabyte and ten chats that stream, or fifty agents in tool loops. */
const MEANWHILE: Readonly<Record<string, readonly string[]>> = {
  flood: ['flood', ...Array<string>(10).fill('stream')],
  fifty: Array<string>(50).fill('loop'),
}
/** The latest time of a cancel after the send (ms): before, while and after the model and the tool begin. */
const LATEST_MS = 40
const KINDS = ['text', 'tool', 'busy', 'thinking']

/** Row 5 and row 32: cancels at random points under load. */
const sql = timeSqlCalls()
const app = await InProcessApp.start(process.env)
for (const said of MEANWHILE[process.argv[2] ?? ''] ?? []) {
  await app.send(await app.newConversation(), said)
}
const printed = { bytes: 0, streamed: 0, rounds: 0 }
app.listen((event) => {
  if (event.type === 'conversation.printed') printed.bytes += event.text.length
  if (event.type === 'conversation.streamed') printed.streamed += 1
  if (event.type === 'conversation.stepped' && event.state.type === 'toolExecuting')
    printed.rounds += 1
})
sql.length = 0

const times: Elapsed[] = []
async function cancelOver(conversation: ConversationId): Promise<void> {
  while (times.length < CANCELS) {
    await app.send(conversation, KINDS[times.length % KINDS.length] ?? '')
    times.push(await app.cancelAfter(conversation, Math.random() * LATEST_MS))
  }
}
const lanes = Array.from({ length: LANES }, async () => cancelOver(await app.newConversation()))
await Promise.all(lanes)
await app.handIn({ times, sql, ...printed })
