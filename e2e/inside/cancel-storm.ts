import type { ConversationId } from '../../src/shared/ids.ts'
import { Inside } from './inside.ts'
import type { Took } from './line.ts'
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
const inside = await Inside.start(process.env)
for (const said of MEANWHILE[process.argv[2] ?? ''] ?? []) {
  await inside.send(await inside.newConversation(), said)
}
const printed = { bytes: 0, streamed: 0, rounds: 0 }
inside.listen((event) => {
  if (event.type === 'conversation.printed') printed.bytes += event.text.length
  if (event.type === 'conversation.streamed') printed.streamed += 1
  if (event.type === 'conversation.stepped' && event.state.type === 'toolExecuting')
    printed.rounds += 1
})
sql.length = 0

const times: Took[] = []
async function cancelOver(conversation: ConversationId): Promise<void> {
  while (times.length < CANCELS) {
    await inside.send(conversation, KINDS[times.length % KINDS.length] ?? '')
    times.push(await inside.cancelAfter(conversation, Math.random() * LATEST_MS))
  }
}
const lanes = Array.from({ length: LANES }, async () => cancelOver(await inside.newConversation()))
await Promise.all(lanes)
await inside.handIn({ times, sql, ...printed })
