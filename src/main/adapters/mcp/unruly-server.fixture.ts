import { spawn } from 'node:child_process'
import { existsSync, writeFileSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { complain, endless, flood, junk } from './floods.fixture.ts'
import { changeInList, instructionsFor, PAGE, PAGES, toolsOf } from './unruly-lists.fixture.ts'

/**
 * An MCP server that misbehaves in one way, named by its first argument: written without the SDK, which would not allow it.
 * Node runs it without a build.
 */
const [mode = '', extra = ''] = process.argv.slice(2)

type Json = Record<string, unknown>
interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Json & { readonly name?: string; readonly _meta?: { progressToken?: number } }
}

function write(text: string): void {
  process.stdout.write(text)
}

function say(message: Json): void {
  write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** After a restart, `instruct-changing` behaves differently: the file `extra` marks that. */
let generation = mode === 'instruct-changing' && existsSync(extra) ? 2 : 1
if (mode === 'instruct-changing') writeFileSync(extra, '')
let keepsRunning: NodeJS.Timeout | null = null

if (mode === 'hang-at-start') keepsRunning = setInterval(() => undefined, 1_000)
if (mode === 'die-at-start') {
  process.stderr.write('no licence was found\n')
  process.exit(3)
}
if (mode === 'log-on-stdout') write('Starting up…\n{not json\n')
if (mode === 'junk-forever') junk()
if (mode === 'complain-forever') complain()
if (mode === 'endless-line') endless()
if (mode === 'close-stdout') process.stdout.end()
if (mode === 'child-survives' || mode === 'child-escapes') {
  const detached = mode === 'child-escapes'
  spawn('sleep', [extra], { detached, stdio: 'ignore' }).unref()
}
if (mode === 'ignore-sigterm') process.on('SIGTERM', () => undefined)

function block(): void {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
}

function deepArray(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function call({ id, params }: Message): void {
  const token = params?._meta?.progressToken
  const text = JSON.stringify(params?.['arguments'] ?? {})
  const answer = (content: unknown, more: Json = {}): void =>
    say({ id, result: { content, ...more } })
  const sendReply = (): void => {
    waiting = (reply) => answer([{ type: 'text', text: JSON.stringify(reply) }])
  }
  const plain = [{ type: 'text', text: `echo ${text}` }]
  switch (mode) {
    case 'hang-in-call':
    case 'ignore-cancel':
      process.stderr.write('called\n')
      keepsRunning = setInterval(() => undefined, 1_000)
      return
    case 'block-in-call':
      writeSync(2, 'called\n')
      block()
      return
    case 'die-in-call':
      process.stderr.write('out of ideas\n')
      process.exit(9)
      return
    case 'answer-and-die':
      for (let n = 0; n < 500; n++) say({ method: 'notifications/tools/list_changed' })
      answer(plain)
      process.stdout.write('', () => process.exit(0))
      return
    case 'killed-in-call':
      process.kill(process.pid, 'SIGKILL')
      return
    case 'wrong-id':
      say({ id: 4_711, result: { content: plain } })
      say({ id: 'x', result: { content: plain } })
      return
    case 'answer-twice':
      answer(plain)
      answer([{ type: 'text', text: 'second' }])
      return
    case 'invalid-json':
      write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[\n`)
      return
    case 'no-content':
      say({ id, result: {} })
      return
    case 'odd-content':
      answer([{ type: 'hologram', data: 1 }])
      return
    case 'result-and-error':
      say({ id, error: { code: -32_000, message: 'It went wrong.\nBadly.' } })
      return
    case 'oversize':
      answer([{ type: 'text', text: 'o'.repeat(9 * 1024 * 1024) }])
      return
    case 'long-text':
      answer([{ type: 'text', text: 'long '.repeat(400_000) }])
      return
    case 'deep-structure':
      write(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${deepArray(200_000)}}}}\n`,
      )
      return
    case 'bad-image':
      answer([{ type: 'image', data: 'AAAA', mimeType: 'image/png' }, ...plain])
      return
    case 'escapes':
      answer([{ type: 'text', text: '\u001B]0;title\u0007\u001B[2Jclean\u0000' }])
      return
    case 'is-error':
      answer([{ type: 'text', text: 'There is no such harbour.' }], { isError: true })
      return
    case 'structured':
      answer([], { structuredContent: { metres: 3 } })
      return
    case 'progress':
      say({
        method: 'notifications/progress',
        params: { progressToken: token, progress: 1, total: 2, message: 'half' },
      })
      answer(plain)
      return
    case 'progress-flood':
      flood(token, 0, () => answer(plain))
      return
    case 'notify-flood':
      for (let n = 0; n < 4_000; n++) say({ method: 'notifications/tools/list_changed' })
      answer(plain)
      return
    case 'asks-for-sampling':
      say({ id: 900, method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } })
      sendReply()
      return
    case 'asks-a-person':
      askFor(901, 'Your name?', { a: { type: 'boolean', default: true } })
      sendReply()
      return
    case 'asks-by-link':
    case 'asks-by-script':
    case 'asks-by-lookalike':
      say({
        id: 903,
        method: 'elicitation/create',
        params: { ...PAGE, url: PAGES[mode] ?? PAGE.url },
      })
      sendReply()
      return
    case 'needs-a-page-forever':
      say({
        id,
        error: { code: -32_042, message: 'First sign in.', data: { elicitations: [PAGE] } },
      })
      return
    case 'asks-oddly':
      askFor(904, 'Fill in', { a: { type: 'object', properties: {} } })
      sendReply()
      return
    case 'asks-and-dies':
      askFor(905, 'Well?', {})
      process.exit(7)
    case 'asks-and-withdraws':
      askOnce(905)
      pinged = () => {
        say({ method: 'notifications/cancelled', params: { requestId: 905, reason: 'changed' } })
        askOnce(906)
        sendReply()
      }
      return
    case 'asks-forever':
      askAgain(0)
      return
    case 'asks-for-roots':
      say({ id: 902, method: 'roots/list' })
      sendReply()
      return
    case 'changes-in-list':
    case 'changed-tool':
      generation += 1
      for (const list of ['tools', 'prompts']) say({ method: `notifications/${list}/list_changed` })
      answer(plain)
      return
    case 'stops-reading':
      process.stdin.pause()
      answer(plain)
      return
    case 'environment':
      answer([{ type: 'text', text: JSON.stringify(process.env) }])
      return
    default:
      answer(plain)
  }
}

/** Asks again, whatever the answer. */
function askAgain(n: number): void {
  askOnce(10_000 + n)
  waiting = () => askAgain(n + 1)
}

function askOnce(id: number): void {
  askFor(id, `Well? (${id})`, { a: { type: 'string' } }, ['a'])
}

function askFor(id: number, message: string, properties: object, required: string[] = []): void {
  const requestedSchema = { type: 'object', properties, required }
  say({ id, method: 'elicitation/create', params: { message, requestedSchema } })
}

let waiting: ((reply: unknown) => void) | null = null
let pinged: (() => void) | null = null

const CHANGES = { listChanged: true }

function take(message: Message): void {
  const { id, method, params } = message
  if (method === undefined) {
    waiting?.(message)
    return
  }
  switch (method) {
    case 'initialize':
      if (mode === 'hang-at-start') return
      if (mode === 'wrong-version')
        return say({
          id,
          result: {
            protocolVersion: '1999-01-01',
            capabilities: {},
            serverInfo: { name: 'u', version: '1' },
          },
        })
      if (mode === 'refuse-start') return say({ id, error: { code: -32_600, message: 'Not you.' } })
      if (mode === 'odd-start') return say({ id, result: { hello: 'world' } })
      return say({
        id,
        result: {
          protocolVersion: params?.['protocolVersion'],
          capabilities: { tools: CHANGES, prompts: CHANGES, logging: {} },
          serverInfo: { name: 'unruly', version: '1' },
          ...(mode.startsWith('instruct') && { instructions: instructionsFor(mode, generation) }),
        },
      })
    case 'tools/list':
      if (mode === 'hang-in-list') return
      if (mode === 'die-in-list') process.exit(4)
      if (mode === 'changes-in-list') return changeInList(id, say)
      return say({ id, result: toolsOf(mode, generation, params?.['cursor']) })
    case 'prompts/list':
      return say({ id, result: { prompts: [{ name: `prompt${generation}` }] } })
    case 'tools/call':
      return call(message)
    case 'ping':
      pinged?.()
      return say({ id, result: {} })
    case 'notifications/cancelled':
      if (mode === 'hang-in-call') process.stderr.write('cancelled\n')
      return
    default:
      if (id !== undefined) say({ id, error: { code: -32_601, message: 'no such method' } })
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  take(JSON.parse(line) as Message)
})
process.stdin.on('end', () => {
  if (mode === 'ignore-end' || mode === 'ignore-sigterm') {
    keepsRunning ??= setInterval(() => undefined, 1_000)
    return
  }
  if (keepsRunning !== null) clearInterval(keepsRunning)
  process.exit(0)
})
