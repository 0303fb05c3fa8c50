import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxedOrder, HOST } from '../processes/host.fixture.ts'
import { killHost } from '../processes/killed-host.fixture.ts'
import { aliveWith, endAllWith, uniqueSleep } from '../processes/supervisor-fixture.ts'
import type { Ground } from './sandbox.fixture.ts'

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

/** Kills a host while it starts commands. Returns how many of their processes live on, of any kind. */
export async function killWhileStarting(ground: Ground): Promise<number> {
  const seconds = uniqueSleep()
  const daemon = `(env -i setsid sleep ${seconds} >/dev/null 2>&1 &)`
  try {
    await killHost({
      code: STARTING,
      order: sandboxedOrder(ground, `${daemon}; sleep ${seconds}`),
      isUp: async (printed) => {
        await once(printed, 'data')
        await pause(randomInt(WITHIN_MS))
      },
      withGuardian: false,
    })
    const until = performance.now() + GONE_MS
    let alive = 0
    for (let empty = 0; empty < LOOKS && performance.now() < until; await pause(10)) {
      alive = aliveWith(seconds).length
      empty = alive === 0 ? empty + 1 : 0
    }
    return alive
  } finally {
    endAllWith(seconds)
  }
}
