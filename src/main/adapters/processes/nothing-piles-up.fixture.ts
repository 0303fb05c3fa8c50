import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { RunOutcome } from './runs/run-outcome.ts'
import {
  aliveOf,
  requestOf,
  start,
  supervisorOn,
  SWEEP_WORKER,
  temporaryFolder,
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
    const outcome = await runOne(supervisor, run)
    if ('printed' in outcome) runTokens.add(firstLine(outcome.printed.text))
  }
  await supervisor.run(requestOf('true'))
  expect(runTokens.size).toBeGreaterThan(runs * 0.8)
  expect(aliveOf({ runTokens, namespaces: new Set() })).toEqual([])
  await expect.poll(() => readdirSync(join(data.path, 'runs'))).toEqual([])
  await expect.poll(openFiles).toBeLessThanOrEqual(before + 2)
  // A process that has just ended is a zombie until the next turn of the event loop.
  await expect.poll(zombies).toEqual([])
  await supervisor.close()
}

async function runOne(
  supervisor: ReturnType<typeof supervisorOn>,
  run: number,
): Promise<RunOutcome> {
  if (run % 10 === 0) {
    const started = start(supervisor, 'echo ready; sleep 9000')
    await started.ready
    started.abort()
    return started.outcome
  }
  const command = COMMANDS[run % COMMANDS.length] ?? ''
  return supervisor.run(requestOf(`echo PHOENIX_RUN=$PHOENIX_RUN\n${command}`))
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
