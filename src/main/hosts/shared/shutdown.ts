import { systemTimers } from '../../adapters/system/system-clock.ts'
import { NEVER, within } from '../../adapters/system/within.ts'
import { guard } from '../../runtime/guard.ts'

/** The limit for all steps of the shutdown together (T27). */
const DEADLINE_MS = 1_900

/** npm, the shell's terminal and the start script each pass on the same Ctrl+C; a second one by the user comes later. */
const SAME_SIGNAL_MS = 300

/**
 * Runs the steps in order, each once, even if earlier ones failed; resolves at the deadline at the latest. Steps unfinished
 * by then end with the process, and the next start handles that like a kill.
 */
export function endOnce(steps: readonly (() => Promise<void>)[]): () => Promise<void> {
  let ending: Promise<void> | null = null
  const run = async (): Promise<void> => {
    // A step that fails stops no other. By then the log may be closed.
    for (const step of steps) await step().catch(() => undefined)
  }
  return () => {
    ending ??= within(run(), DEADLINE_MS, NEVER).then(() => undefined)
    return ending
  }
}

/**
 * Ends the process with code 0 when the user, the system or the start script requests it. A second signal ends it at once.
 */
export function onEnd(close: () => Promise<void>): void {
  let isEnding = false
  let isLater = false
  const end = guard('shutting down', () => {
    if (isLater) process.exit(130)
    if (isEnding) return
    isEnding = true
    systemTimers.start(SAME_SIGNAL_MS, () => (isLater = true))
    void close().finally(() => process.exit(0))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  // The script that started us holds the other end of this channel while it lives.
  if (process.connected) process.once('disconnect', end)
  else if (process.send !== undefined) end()
}
