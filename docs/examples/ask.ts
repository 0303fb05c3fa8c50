// PHOENIX_TOKEN=phx_… node ask.ts SOCKET FOLDER QUESTION: asks an agent that may only read, and prints its answer.
// Phoenix was started with --listen SOCKET; the token allows read and write. With Stop (Ctrl+C) the agent stops too.
import { randomUUID } from 'node:crypto'
import { connectToPhoenix, type ClientEvent } from 'phoenix/client'

const [socket = '', folder = '', text = ''] = process.argv.slice(2)
const opened = await connectToPhoenix({ socket, token: process.env['PHOENIX_TOKEN'] ?? '' })
if (!opened.ok) throw new Error(opened.error)
const phoenix = opened.value
const conversationId = randomUUID()

/** What cannot be done ends the example with the sentence for people. */
function done<Value>(
  result: { ok: true; value: Value } | { ok: false; error: { message: string } },
): Value {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

const AT_REST = ['idle', 'error', 'failed', 'contextExhausted']
const WAITING = ['awaitingApproval', 'awaitingAnswer']

function hear(event: ClientEvent): void {
  if (event.type === 'conversation.streamed' && event.part === 'text')
    process.stdout.write(event.text)
  if (event.type !== 'conversation.stepped') return
  if (WAITING.includes(event.state.type)) process.stderr.write('The agent asks you in Phoenix.\n')
  if (AT_REST.includes(event.state.type)) phoenix.close()
}

process.once('SIGINT', () => void phoenix.cancel(conversationId))
const permissionMode = 'readOnly'
done(await phoenix.request('conversation.create', { conversationId, folder, permissionMode }))
done(await phoenix.request('conversation.open', { conversationId }))
phoenix.onEvent(hear)
const message = { messageId: randomUUID(), text, attachments: [], mode: 'policy' as const }
done(await phoenix.request('message.send', { conversationId, ...message }))
await phoenix.closed
process.stdout.write('\n')
