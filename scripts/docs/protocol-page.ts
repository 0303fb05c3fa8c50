import type { Needs } from '../../src/shared/access/access.ts'
import { commands } from '../../src/shared/protocol/commands.ts'
import { ClientEvent } from '../../src/shared/protocol/events.ts'
import { readContract, typeOf } from './contract-types.ts'

const HEAD = `# The protocol

Written by \`npm run docs\` from the command table (\`src/shared/protocol/commands.ts\`) and the events. The window and the command line use this protocol, and so can your own tools. It is not frozen: each host reports its
version in \`app.open\`, and a client of another version must check what it reads.

## How to connect

**Through the local socket**, for programs of the same account: the Unix socket \`phoenix.sock\` in the data folder of a running host (a named pipe on Windows). Each frame is one line of JSON, at most 1 MB from a client. There is no token: anyone who can open the
socket can read the data folder ([security.md](security.md)).

**By WebSocket with a token**, for your own tools: start Phoenix with \`--listen PATH\` (or \`PHOENIX_LISTEN=PATH\`), and it serves a Unix socket there, for this account only. Create a token in Settings or with
\`phoenix token create NAME --scopes read,write\`, and connect to \`/socket\` over that socket with the subprotocols \`phoenix\` and \`token.TOKEN\`. Requests that the token does not allow are answered with \`notAllowed\`; when the token is
revoked, the connection ends. The browser host also accepts tokens on its port, from a client that sends the host's exact Host and Origin. MCP tools, commands and sub-agents of Phoenix never get the token: \`PHOENIX_TOKEN\` and \`PHOENIX_LISTEN\` are removed from their environment.

**By WebSocket as the page does**, to the browser host: \`npm start\` prints an address with a code. \`POST /session\` with \`{"code": …}\` and the host's own origin answers \`{"token": …}\`; then a WebSocket at \`/socket\` with the subprotocols
\`phoenix\` and \`token.TOKEN\`. Such a client may do everything that the page can do.

A frame is a text message.

## The client in the package

\`phoenix/client\` does all of this, with a type for each command and event ([docs/examples/ask.ts](examples/ask.ts) is a complete tool):

\`\`\`ts
import { connectToPhoenix } from 'phoenix/client'

const opened = await connectToPhoenix({ socket: '/run/user/1000/phoenix.sock', token })
if (!opened.ok) throw new Error(opened.error)
const rules = await opened.value.request('rules.list', {})
\`\`\`

Nothing in it throws: each request is answered with \`{ ok: true, value }\` or \`{ ok: false, error }\`, even if the connection ends. It connects once; \`closed\` resolves when it is time to reconnect.

## Scopes

- \`read\`: see conversations and the files of their folders.
- \`write\`: start and stop work, under the permissions that the person has set.
- \`approve\`: act for the person: allow calls, answer questions, extend permissions and run commands.

A scope does not include another: most tools want \`read,write\`. Settings, keys, MCP servers, tokens, backups and recovery are for clients without a token.

## Frames

From a client: a request, or a cancel, which overtakes everything that waits.

    { "type": "request", "id": 1, "command": "app.open", "input": {} }
    { "type": "cancel", "id": 2, "conversationId": "…" }

From the host: one response for each of them, with its id, or an event.

    { "type": "response", "id": 1, "result": { "ok": true, "value": … } }
    { "type": "response", "id": 2, "result": { "ok": false, "error": { "code": "notFound", "message": "…" } } }

\`app.open\` subscribes to the list, \`conversation.open\` to one conversation: the snapshot and the events after it have no gap. An event of a conversation has the \`epoch\` of its subscription; if the \`after\` of a step is not the last \`seq\` that you received,
something is missing: open the conversation again. The client chooses the ids of conversations and messages, so a request that is sent twice takes effect once.
`

const FOOT = `
## An example

\`\`\`js
// node hello.js DATA_FOLDER WORK_FOLDER: says hello in a new conversation and prints what the agent answers.
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { randomUUID } from 'node:crypto'

const [dataFolder, folder] = process.argv.slice(2)
const socket = connect({ path: \`\${dataFolder}/phoenix.sock\` })
const waiting = new Map()
let id = 0

function request(command, input) {
  socket.write(\`\${JSON.stringify({ type: 'request', id: ++id, command, input })}\\n\`)
  return new Promise((resolve) => waiting.set(id, resolve))
}

createInterface({ input: socket }).on('line', (line) => {
  const frame = JSON.parse(line)
  if (frame.type === 'response') waiting.get(frame.id)?.(frame.result)
  if (frame.type === 'conversation.streamed' && frame.part === 'text') process.stdout.write(frame.text)
  if (frame.type === 'conversation.stepped' && ['idle', 'error'].includes(frame.state.type)) {
    console.log()
    socket.end()
  }
})

await request('app.open', {})
const conversationId = randomUUID()
await request('conversation.create', { conversationId, folder })
await request('conversation.open', { conversationId })
const message = { messageId: randomUUID(), text: 'Hello', attachments: [], mode: 'policy' }
await request('message.send', { conversationId, ...message })
\`\`\`
`

/** Returns the text of docs/protocol.md. */
export async function protocolPage(): Promise<string> {
  const { said, text, types } = await readContract()
  const table = Object.entries(commands).map(([name, { input, needs, output }]) => {
    const about = said.get(name) ?? ''
    const paragraphs = [about, `Needs ${wordsOf(needs)}.`].filter((each) => each !== '')
    return `### ${name}\n\n${paragraphs.join('\n\n')}\n\n    ${text(input)}\n    → ${text(output)}\n`
  })
  const events = ClientEvent.options.map((event) => {
    return `### ${typeOf(event)}\n\n    ${text(event, true)}\n`
  })
  const named = [...types()].map(([name, type]) => `- \`${name}\`: \`${type}\`\n`)
  return `${HEAD}${FOOT}
## Commands

Each command with the scopes that it needs, its input and its answer. Fields with \`?\` are optional. Times are ms since 1970.

${table.join('\n')}
## Events

${events.join('\n')}
## Types

${named.join('\n')}`
}

function wordsOf(needs: Needs): string {
  if (typeof needs !== 'string') return needs.words
  return needs === 'owner' ? 'a client without a token' : `\`${needs}\``
}
