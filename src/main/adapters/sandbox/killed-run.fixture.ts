import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConversationId } from '../../../shared/ids.ts'
import { SET_UPS } from '../processes/start-run.ts'
import { findSandbox } from './find-sandbox.ts'
import { GATE } from './gate.ts'
import { OPEN } from './sandbox.fixture.ts'

/** Runs one command in the sandbox, in a process of its own, and is killed before anything is taken back. */
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
const { sandbox } = found
// The command's word and ours, behind each other in a file: nothing else of this process may run until it is killed.
const gate = join(dataFolder, 'gate')
const run = `exec 3>/dev/null ${GATE}<>"$0" "$@"`
for (let setUps = 1; ; setUps++) {
  const enclosed = sandbox.enclose({ conversationId, folder, command, confinement: OPEN })
  if (!enclosed.ok) throw new Error(enclosed.error)
  const { args, file } = enclosed.value
  writeFileSync(gate, 'ready\ngo\n')
  try {
    execFileSync('bash', ['-c', run, gate, file, ...args], { stdio: 'inherit' })
    break
  } catch (error) {
    // Another test's socket was gone between the look and the mount.
    if (setUps === SET_UPS) throw error
    enclosed.value.release()
    await sandbox.look()
  }
}
process.kill(process.pid, 'SIGKILL')
