import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'

const ACCOUNT = 'phoenix-ci'

export interface AccountCopy {
  /** The checkout, built and installed, as a folder of the account. */
  readonly root: string
  /** The words before a command that the account runs. */
  readonly become: readonly string[]
}

/** Returns a copy of the checkout for an ordinary account, creating it if missing. Null if we are not root. */
export function accountCopy(root: string): AccountCopy | null {
  if (process.getuid?.() !== 0) return null
  if (!hasAccount()) execFileSync('useradd', ['--create-home', ACCOUNT])
  const home = execFileSync('getent', ['passwd', ACCOUNT], { encoding: 'utf8' }).split(':')[5] ?? ''
  const folder = mkdtempSync(join(home, 'checkout-'))
  execFileSync('cp', ['--archive', `${root}/.`, folder])
  execFileSync('chown', ['--recursive', `${ACCOUNT}:`, folder])
  const environment = [`HOME=${home}`, `USER=${ACCOUNT}`, `LOGNAME=${ACCOUNT}`]
  return { root: folder, become: ['runuser', '-u', ACCOUNT, '--', 'env', ...environment] }
}

function hasAccount(): boolean {
  try {
    execFileSync('id', [ACCOUNT], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
