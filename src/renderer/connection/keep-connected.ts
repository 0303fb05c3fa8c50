import { assertNever } from '../../shared/assert-never.ts'
import type { HostConnection } from '../../shared/protocol/frames.ts'
import type { Dial } from '../../client/dial.ts'
import { type Line, redialAfter } from './line.ts'

export interface KeepConnected {
  readonly dial: Dial
  readonly onLine: (line: Line) => void
  /** Called with each new connection; resolves when it is closed. */
  readonly use: (connection: HostConnection) => Promise<void>
}

/**
 * Dials until connected, and again whenever the connection is lost. `redial` cuts a wait short; once access has ended,
 * only it dials again.
 */
export function keepConnected({ dial, onLine, use }: KeepConnected): {
  readonly redial: () => void
} {
  let endWait: () => void = nothing

  /** Null: until a person ends it. */
  function wait(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    let failures = 0
    for (;;) {
      const dialled = await dial()
      switch (dialled.type) {
        case 'open': {
          failures = 0
          const closed = use(dialled.connection)
          onLine({ type: 'online' })
          await closed
          break
        }
        case 'failed':
          break
        case 'ended':
          failures = 0
          onLine({ type: 'ended' })
          await wait(null)
          onLine({ type: 'connecting', failures })
          continue
        default:
          return assertNever(dialled)
      }
      failures += 1
      onLine({ type: 'offline', failures })
      await wait(redialAfter(failures))
      onLine({ type: 'connecting', failures })
    }
  }

  onLine({ type: 'connecting', failures: 0 })
  void run()
  return { redial: () => endWait() }
}

function nothing(): void {}
