import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ConversationId } from '../../../shared/ids.ts'
import { guard } from '../../runtime/guard.ts'
import { spreadLastNet } from './last-net.ts'
import { asWorkOf } from './whose-work.ts'

/**
 * A separate process whose callbacks of every kind throw, each as the work of a conversation named after it. It prints the
 * conversation that each fault was attributed to, and at the end that it is still alive. With `bare` there is no net.
 */
const folder = mkdtempSync(join(tmpdir(), 'phoenix-throwing-'))

function breakIn(name: string): () => void {
  return () => {
    throw new Error(`broken in ${name}`)
  }
}

const KINDS: Readonly<Record<string, (broken: () => void) => void>> = {
  timer: (broken) => void setTimeout(broken, 1),
  immediate: (broken) => void setImmediate(broken),
  microtask: (broken) => queueMicrotask(broken),
  watcher: (broken) => {
    const watcher = watch(folder, () => {
      watcher.close()
      broken()
    })
    setTimeout(() => writeFileSync(join(folder, 'new'), ''), 20)
  },
  output: (broken) => void spawn('echo', ['text']).stdout.on('data', broken),
  exit: (broken) => void spawn('true').once('exit', broken),
  unheard: () => void spawn('/nonexistent/program'),
  server: (broken) => {
    const server = createServer((_request, response) => {
      response.end()
      broken()
    })
    server.unref().listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return
      void fetch(`http://127.0.0.1:${address.port}`).catch(() => undefined)
    })
  },
  thread: (broken) => {
    const worker = new Worker('', { eval: true })
    worker.on('exit', broken)
  },
  abort: (broken) => {
    const controller = new AbortController()
    controller.signal.addEventListener('abort', broken)
    controller.abort()
  },
  promise: (broken) => void Promise.resolve().then(broken),
  guarded: (broken) => void setTimeout(guard('a guarded timer', broken), 1),
}

let waiting = Object.keys(KINDS).length
const write = (_level: string, _what: string, facts: Readonly<Record<string, unknown>>): void => {
  process.stdout.write(`${String(facts['conversationId'])}: ${String(facts['where'])}\n`)
  waiting -= 1
  if (waiting > 0) return
  rmSync(folder, { recursive: true })
  process.stdout.write('alive\n')
}
if (process.argv[2] !== 'bare') spreadLastNet({ write, warn: () => undefined })
const wanted = process.argv[3]
for (const [name, start] of Object.entries(KINDS)) {
  if (wanted !== undefined && wanted !== name) continue
  asWorkOf(ConversationId.parse(name), () => start(breakIn(name)))
}
