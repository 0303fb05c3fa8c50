import { expect } from 'vitest'
import type { RunRequest } from '../runs/start-run.ts'
import type { Supervisor } from '../supervisor.ts'
import { type Took, took } from '../took.fixture.ts'
import {
  aliveOf,
  aliveWith,
  endAllWith,
  marksOf,
  requestOf,
  start,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

/** The twelve shapes of row 6: how to build each from sleeps of S seconds, and the minimum number of its processes. */
export const shapes = [
  ['plain', 1, 'echo ready; sleep S'],
  ['ignores SIGTERM', 1, "trap '' TERM; echo ready; sleep S; sleep S"],
  ['background job', 2, 'sleep S & echo ready; sleep S'],
  ['subshell', 2, '(sleep S; true) & echo ready; wait'],
  ['setsid', 2, 'setsid sleep S & echo ready; sleep S'],
  ['double fork', 2, "(setsid bash -c 'sleep S & sleep S' &) ; echo ready; sleep S"],
  ['nohup', 2, 'nohup sleep S >/dev/null 2>&1 & echo ready; sleep S'],
  ['disown', 2, 'sleep S & disown; echo ready; sleep S'],
  ['held pipe', 2, 'sleep S | cat & echo ready; wait'],
  ['fork loop', 50, 'for i in {1..200}; do sleep S & (( i == 60 )) && echo ready; done; wait'],
  ['stopped child', 2, 'sleep S & kill -STOP $!; echo ready; wait'],
  ['daemon with an empty environment', 2, 'env -i setsid sleep S & echo ready; sleep S'],
] as const

/** The time to build a tree on a quiet machine (ms). */
const UP_MS = 400

/** Runs one shape until its limit, which leaves it the time to build its tree: twice as much if that was too little. */
export async function timeOutOnce(
  supervisor: Pick<Supervisor, 'run'>,
  script: string,
  least: number,
  options: Partial<RunRequest> = {},
): Promise<void> {
  for (let limitMs = UP_MS; ; limitMs *= 2) {
    const seconds = uniqueSleep()
    const request = requestOf(script.replaceAll('S', seconds), { ...options, limitMs })
    let hasEnded = false
    const outcome = supervisor.run(request).finally(() => (hasEnded = true))
    const isUp = (): boolean => aliveWith(seconds).length >= least
    await until(() => isUp() || hasEnded)
    const hasStood = !hasEnded
    expect((await outcome).type).toBe('timedOut')
    if (hasStood) return expect(aliveWith(seconds)).toEqual([])
    endAllWith(seconds)
  }
}

/** Runs one shape until its tree is complete, and aborts it. Returns how long it took to answer that. */
export async function cancelOnce(
  supervisor: Pick<Supervisor, 'run'>,
  script: string,
  least: number,
  options: Partial<RunRequest> = {},
): Promise<Took> {
  const seconds = uniqueSleep()
  try {
    const run = start(supervisor, script.replaceAll('S', seconds), options)
    await run.ready
    await until(() => aliveWith(seconds).length >= least)
    const marks = marksOf(aliveWith(seconds))
    const answering = await took(() => {
      run.abort()
      return run.outcome
    })
    expect((await run.outcome).type).toBe('aborted')
    expect(aliveWith(seconds)).toEqual([])
    expect(aliveOf(marks)).toEqual([])
    return answering
  } finally {
    endAllWith(seconds)
  }
}
