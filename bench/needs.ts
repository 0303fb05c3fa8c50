import { homedir } from 'node:os'
import { assertNever } from '../src/shared/assert-never.ts'
import { findSandbox } from '../src/main/adapters/sandbox/find-sandbox.ts'
import { browserPath, HOW_TO_GET_A_BROWSER } from '../e2e/support/browser.ts'
import { freshFolder } from '../e2e/support/host.ts'

/** Requirements that a machine may lack. `proc`: the /proc of Linux, for finding processes and their costs. */
export type Need = 'browser' | 'sandbox' | 'proc'

/** Returns the reason why these benches cannot run here, as one sentence; null: they can. */
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
