import * as z from '../../../shared/schema.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { readProcess } from '../processes/tree/process-table.ts'
import { enter, unsupervised } from './enter.ts'
import { findSandbox } from './find-sandbox.ts'
import { OPEN } from './sandbox.fixture.ts'

/** Runs one command in the sandbox, in a separate process, and is killed before anything is cleaned up. */
const Order = z.object({
  home: z.string(),
  dataFolder: z.string(),
  cache: z.string(),
  folder: z.string(),
  command: z.string(),
})

const { cache, command, dataFolder, folder, home } = Order.parse(JSON.parse(process.argv[2] ?? ''))
const environment = { ...process.env, XDG_CACHE_HOME: cache }
const found = await findSandbox({ platform: process.platform, environment, home, dataFolder })
if (found.type === 'missing') throw new Error(found.reason)
const conversationId = ConversationId.parse('killed')
const run = { conversationId, folder, command, sandboxPolicy: OPEN }
const path = { PATH: process.env['PATH'] ?? '' }
const entered = await enter(found.sandbox, run, {
  lookMs: 10_000,
  signal: new AbortController().signal,
  ...unsupervised({ command, folder, environment: path, runToken: null }),
})
if (entered.type !== 'entered') throw new Error(JSON.stringify(entered))
// Nothing else in this process may run until it is killed, for example its watch over the folder: it waits without its loop.
const pause = new Int32Array(new SharedArrayBuffer(4))
while (readProcess(entered.started.child.pid)?.isDead === false) Atomics.wait(pause, 0, 0, 10)
process.kill(process.pid, 'SIGKILL')
