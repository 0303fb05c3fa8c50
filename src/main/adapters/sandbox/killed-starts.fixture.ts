import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { sandboxedOrder, HOST } from '../processes/host.fixture.ts'
import { killHost } from '../processes/killed-host.fixture.ts'
import { aliveWith, endAllWith, uniqueSleep } from '../processes/supervisor-fixture.ts'
import { Ground } from './sandbox.fixture.ts'

/** How many commands start at the same time, so some are being tied whenever the host dies. */
const STARTS = 24
/** The host dies at a random moment within this time (ms): the starts take about as long. */
const WITHIN_MS = 400
/** How long what the host left may take to disappear (ms). */
const GONE_MS = 5_000
/** A process in the middle of an exec shows no command line, so as many looks in a row must find nothing. */
const LOOKS = 10

/** Prints that it begins, and starts many commands at once, every other one outside the sandbox. */
const STARTING = `${HOST}
  process.stdout.write('begun')
  for (let start = 0; start < ${STARTS}; start++) {
    void supervisor.run(requestOf({
      conversationId: 'c' + start, ...(start % 2 === 0 && { sandboxPolicy: null }),
    }))
  }
`

/**
 * Kills hosts while they start commands, and expects none of their processes to live on, of any kind. Counts only kills
 * that found some alive.
 */
export async function expectNoneAfterKills(kills: number): Promise<void> {
  using ground = new Ground()
  for (let count = 0; count < kills;) {
    const { alive, left } = await killWhileStarting(ground)
    expect(left).toBe(0)
    if (alive > 0) count++
  }
}

/** How many of the commands' processes lived when the host was killed, and how many live on. */
async function killWhileStarting(ground: Ground): Promise<{ alive: number; left: number }> {
  const seconds = uniqueSleep()
  let alive = 0
  const daemon = `(env -i setsid sleep ${seconds} >/dev/null 2>&1 &)`
  try {
    await killHost({
      code: STARTING,
      order: sandboxedOrder(ground, `${daemon}; sleep ${seconds}`),
      isUp: async (printed) => {
        await once(printed, 'data')
        await pause(randomInt(WITHIN_MS))
        alive = aliveWith(seconds).length
      },
      withGuardian: false,
    })
    const until = performance.now() + GONE_MS
    let left = 0
    for (let empty = 0; empty < LOOKS && performance.now() < until; await pause(10)) {
      left = aliveWith(seconds).length
      empty = left === 0 ? empty + 1 : 0
    }
    return { alive, left }
  } finally {
    endAllWith(seconds)
  }
}
