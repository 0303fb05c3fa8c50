import type { LocalLog } from './local-log.ts'

/**
 * What ends the process by a fault stands in the log. It looks on: what becomes of the process is decided as if nobody did.
 * The answer takes it back.
 */
export function logFaults(log: LocalLog): () => void {
  const ended = (error: unknown): void => {
    const fault = error instanceof Error ? (error.stack ?? String(error)) : String(error)
    log.write('error', 'Phoenix ended by a fault', { error: fault })
  }
  process.on('uncaughtExceptionMonitor', ended)
  return () => void process.off('uncaughtExceptionMonitor', ended)
}
