import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  aliveOf,
  aliveWith,
  marksOf,
  requestOf,
  start,
  supervisorOn,
  SWEEP_WORKER,
  temporaryFolder,
  uniqueSleep,
} from './supervisor-fixture.ts'

/** The commands: nearly all end by themselves, some leave a job behind, some print much; every tenth is cancelled. */
const COMMANDS = [
  'true',
  'sleep 9000 >/dev/null 2>&1 &',
  'seq 20000',
  'false',
  'setsid sleep 9000 >/dev/null 2>&1 &',
]

/**
 * Runs this many commands, one after the other, and checks what is left of them. For a separate process: what other tests
 * leave open or close late would count too.
 */
export async function expectNothingLeft(runs: number): Promise<void> {
  using data = temporaryFolder()
  const supervisor = supervisorOn(data.path, { sweepWorker: SWEEP_WORKER })
  await supervisor.run(requestOf('seq 20000'))
  const before = openFiles()
  const runTokens = new Set<string>()
  for (let run = 0; run < runs; run++) {
    runTokens.add(await runOne(supervisor, run))
  }
  await supervisor.run(requestOf('true'))
  expect(runTokens.size).toBe(runs)
  expect(aliveOf({ runTokens, namespaces: new Set() })).toEqual([])
  await expect.poll(() => readdirSync(join(data.path, 'runs'))).toEqual([])
  await expect.poll(openFiles).toBeLessThanOrEqual(before + 2)
  // A process that has just ended is a zombie until the next turn of the event loop.
  await expect.poll(zombies).toEqual([])
  await supervisor.close()
}

/** The token of the run, by which everything that it leaves is found. */
async function runOne(supervisor: ReturnType<typeof supervisorOn>, run: number): Promise<string> {
  if (run % 10 === 0) {
    const seconds = uniqueSleep()
    const started = start(supervisor, `echo ready; sleep ${seconds}`)
    await started.ready
    const [token = ''] = marksOf(aliveWith(seconds)).runTokens
    started.abort()
    expect(await started.outcome).toEqual({ type: 'aborted' })
    return token
  }
  const command = COMMANDS[run % COMMANDS.length] ?? ''
  const outcome = await supervisor.run(requestOf(`echo PHOENIX_RUN=$PHOENIX_RUN\n${command}`))
  return 'printed' in outcome ? firstLine(outcome.printed.text) : ''
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

/** Dead children that this process has not reaped. */
function zombies(): readonly string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  return children.filter((pid) => pid !== '' && isDead(pid))
}

function isDead(pid: string): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')
  } catch {
    return false
  }
}
