import type { ConversationId } from '../../src/shared/ids.ts'
import { InProcessApp } from './in-process-app.ts'
import type { Elapsed } from './delivery-thread.ts'
import { timeSqlCalls } from './sql-times.ts'

const CANCELS = 1_000
const LANES = 4
/** The concurrent load: a command that prints a gigabyte and ten chats that stream, or fifty agents in tool loops. */
const MEANWHILE: Readonly<Record<string, readonly string[]>> = {
  flood: ['flood', ...Array<string>(10).fill('stream')],
  fifty: Array<string>(50).fill('loop'),
}
/** The latest time of a cancel after the send (ms): while the request is made, while it streams or waits, and while a tool runs. */
const LATEST_MS = 250
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
/** How many cancels struck in each state. */
const strikes: Record<string, number> = {}
/** What the load had done at each quarter of the cancels. */
const quarters: (typeof printed)[] = []
async function cancelOver(conversation: ConversationId): Promise<void> {
  while (times.length < CANCELS) {
    await app.send(conversation, KINDS[times.length % KINDS.length] ?? '')
    const { struck, ...elapsed } = await app.cancelAfter(conversation, Math.random() * LATEST_MS)
    strikes[struck] = (strikes[struck] ?? 0) + 1
    times.push(elapsed)
    if (times.length % (CANCELS / 4) === 0) quarters.push({ ...printed })
  }
}
const lanes = Array.from({ length: LANES }, async () => cancelOver(await app.newConversation()))
await Promise.all(lanes)
await app.handIn({ times, sql, strikes, quarters })
