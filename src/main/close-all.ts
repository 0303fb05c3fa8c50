import type { Log } from './runtime/ports/ports.ts'

/** Closes parts of the program at the same time. One that fails is logged, and the others still close. Never rejects. */
export async function closeAll(log: Log, parts: readonly (() => unknown)[]): Promise<void> {
  const closeOne = async (close: () => unknown): Promise<void> => {
    try {
      await close()
    } catch (error) {
      log.warn('a part of Phoenix did not close properly', { error: String(error) })
    }
  }
  await Promise.all(parts.map(closeOne))
}
