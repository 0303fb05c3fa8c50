import type { ConversationId } from '../../src/shared/ids.ts'
import { Inside } from './inside.ts'
import type { Took } from './line.ts'
import { timeSqlCalls } from './sql-times.ts'

const CANCELS = 1_000
const LANES = 2
const CHATS = 10
/** Up to when after the send a cancel falls (ms): before, while and after the model and the tool begin. */
const LATEST_MS = 40
const KINDS = ['text', 'tool', 'busy', 'thinking']

/** Row 5 and row 32: cancels at random points, while a child prints a gigabyte and ten chats stream. */
const sql = timeSqlCalls()
const inside = await Inside.start(process.env)
await inside.send(await inside.newConversation(), 'flood')
for (let chat = 0; chat < CHATS; chat++) await inside.send(await inside.newConversation(), 'stream')
const printed = { bytes: 0, streamed: 0 }
inside.listen((event) => {
  if (event.type === 'conversation.printed') printed.bytes += event.text.length
  if (event.type === 'conversation.streamed') printed.streamed += 1
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
process.send?.({ times, sql, ...printed })
await inside.close()
process.disconnect?.()
