import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { commands } from '../../src/shared/protocol/commands.ts'
import { ClientEvent } from '../../src/shared/protocol/events.ts'
import { typeText } from './type-text.ts'

const SHARED = join(import.meta.dirname, '../../src/shared')

const HEAD = `# The protocol

Written by \`npm run docs\` from the command table (\`src/shared/protocol/commands.ts\`) and the events. It is what the window and the command line speak, and what a tool of your own can speak. It is not frozen: each host says its
version in \`app.open\`, and a client of another version has to check what it reads.

## How to connect

**By the local door**, on the same account: the Unix socket \`phoenix.sock\` in the data folder of a host that runs (on Windows a named pipe). A line of JSON for each frame, at most 1 MB from a client. There is no token: who can open the socket can read the
data folder ([security.md](security.md)).

**By WebSocket**, to the browser host: \`npm start\` prints an address with a code. \`POST /session\` with \`{"code": …}\` and the host's own origin answers \`{"token": …}\`; then a WebSocket at \`/socket\` with the subprotocols \`phoenix\` and \`token.TOKEN\`.
A frame is a text message.

## Frames

From a client: a request, or a cancel, which passes everything that waits.

    { "type": "request", "id": 1, "command": "app.open", "input": {} }
    { "type": "cancel", "id": 2, "conversationId": "…" }

From the host: one response for each of them, with its id, or an event.

    { "type": "response", "id": 1, "result": { "ok": true, "value": … } }
    { "type": "response", "id": 2, "result": { "ok": false, "error": { "code": "notFound", "message": "…" } } }

\`app.open\` subscribes to the list, \`conversation.open\` to one conversation: the snapshot and the events after it have no gap. An event of a conversation has the \`epoch\` of its subscription; a step whose \`after\` is not the \`seq\` that you know
is a gap: open it again. Ids of conversations and messages are made by the client, so that a request that is sent twice is done once. The client in \`src/client/client.ts\` does all of this.
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

/** docs/protocol.md */
export async function protocolPage(): Promise<string> {
  const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const names = await namesIn(files)
  const said = saidIn(files.map((file) => readFileSync(join(SHARED, file), 'utf8')).join('\n'))
  const used = new Set<string>()
  const text = (schema: z.ZodType, isWhole = false): string => {
    const written = typeText(schema, names, isWhole)
    for (const [word] of written.replaceAll(/"[^"]*"/g, '').matchAll(/\b[A-Z]\w*/g)) used.add(word)
    return written
  }
  const table = Object.entries(commands).map(([name, { input, output }]) => {
    const about = said.get(name) ?? ''
    return `### ${name}\n\n${about === '' ? '' : `${about}\n\n`}    ${text(input)}\n    → ${text(output)}\n`
  })
  const events = ClientEvent.options.map((event) => {
    return `### ${typeOf(event)}\n\n    ${text(event, true)}\n`
  })
  const types = typesOf(names, used, text)
  return `${HEAD}${FOOT}
## Commands

Each with its input and what it answers. A field with \`?\` may be left out. Times are ms since 1970.

${table.join('\n')}
## Events

${events.join('\n')}
## Types

${types.join('\n')}`
}

function typeOf(event: (typeof ClientEvent.options)[number]): string {
  const schema = event instanceof z.ZodReadonly ? event.unwrap() : event
  return schema.shape.type.value
}

/** Until no type names one that was not written yet. */
function typesOf(
  names: ReadonlyMap<z.core.$ZodType, string>,
  used: ReadonlySet<string>,
  text: (schema: z.ZodType, isWhole: boolean) => string,
): readonly string[] {
  const schemas = new Map([...names].map(([schema, name]) => [name, schema as z.ZodType]))
  const written = new Map<string, string>()
  // It grows while it is gone through.
  for (const name of used) {
    const schema = schemas.get(name)
    if (schema !== undefined) written.set(name, `- \`${name}\`: \`${text(schema, true)}\`\n`)
  }
  return [...written]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([, line]) => line)
}

/** Ids are one schema under many names: the fields that hold them say enough. */
async function namesIn(files: readonly string[]): Promise<ReadonlyMap<z.core.$ZodType, string>> {
  const modules = await Promise.all(
    files.map((file) => import(join(SHARED, file)) as Promise<Readonly<Record<string, unknown>>>),
  )
  const named = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.ZodType && /^[A-Z]/.test(name) ? [{ name, value }] : [],
    ),
  )
  const once = [...Map.groupBy(named, ({ value }) => value)].filter(([, all]) => all.length === 1)
  return new Map(once.map(([value, [one]]) => [value, one?.name ?? '']))
}

/** What stands above each command in its table. */
function saidIn(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([a-zA-Z]+\.[a-zA-Z]+)': \{/g)
  return new Map(
    Array.from(found, ([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
    ]),
  )
}
