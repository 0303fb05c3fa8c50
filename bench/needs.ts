import { homedir } from 'node:os'
import { assertNever } from '../src/shared/assert-never.ts'
import { findSandbox } from '../src/main/adapters/sandbox/find-sandbox.ts'
import { browserPath, HOW_TO_GET_A_BROWSER } from '../e2e/support/browser.ts'
import { freshFolder } from '../e2e/support/host.ts'

/** What a machine may lack. `proc`: the /proc of Linux, where processes are found and their costs read. */
export type Need = 'browser' | 'sandbox' | 'proc'

/** In one sentence why these benches cannot run here; null: they can. */
export async function lackOf(needs: readonly Need[]): Promise<string | null> {
  for (const need of needs) {
    const reason = await lackOfOne(need)
    if (reason !== null) return reason
  }
  return null
}

async function lackOfOne(need: Need): Promise<string | null> {
  switch (need) {
    case 'browser':
      return browserPath === null ? HOW_TO_GET_A_BROWSER : null
    case 'proc':
      return process.platform === 'linux' ? null : 'It needs the /proc of Linux.'
    case 'sandbox': {
      const { env: environment, platform } = process
      const places = { home: homedir(), dataFolder: freshFolder('sandbox-data') }
      const found = await findSandbox({ environment, platform, ...places })
      return found.type === 'found' ? null : found.reason
    }
    default:
      return assertNever(need)
  }
}
