import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { processesWith } from './processes.ts'

/** A sandbox ends everything in it; without one, only Phoenix ends processes. */
export const NO_SANDBOX = { PHOENIX_SANDBOX: 'off' }
/** How long something may survive after it was ended (ms). */
export const AFTER_MS = 2_000

/** A command that nothing else on the machine runs. */
export function uniqueSleep(): string {
  return `sleep 4000.${randomInt(10 ** 9, 10 ** 10)}`
}

export async function expectNone(sleep: string, withinMs = AFTER_MS): Promise<void> {
  await expect.poll(() => processesWith(sleep), { timeout: withinMs, interval: 20 }).toEqual([])
}
