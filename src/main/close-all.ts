import type { Log } from './runtime/ports/ports.ts'

/** Closes a part of the program. A failure is logged. Never rejects. */
export async function closePart(log: Log, close: () => unknown): Promise<void> {
  try {
    await close()
  } catch (error) {
    log.warn('a part of Phoenix did not close properly', { error: String(error) })
  }
}

/** Closes parts at the same time, so one that fails keeps no other open. Never rejects. */
export async function closeAll(log: Log, parts: readonly (() => unknown)[]): Promise<void> {
  await Promise.all(parts.map((close) => closePart(log, close)))
}
