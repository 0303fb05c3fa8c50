// Plain JavaScript without new syntax: `npm start` uses it on an old Node as well.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Says whether AppArmor restricts the namespaces of ordinary accounts, as on Ubuntu since 23.10. */
const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

/**
 * Returns the command that makes this Electron able to confine its windows; null if it is or needs none. Where namespaces
 * are restricted, Chromium needs its helper to belong to root, and ends at once if it does not.
 */
export function commandForSandbox(binary, uid, restriction = RESTRICTION) {
  if (uid === 0 || !existsSync(restriction)) return null
  if (readFileSync(restriction, 'utf8').trim() !== '1') return null
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (existsSync(helper)) {
    const stats = statSync(helper)
    if (stats.uid === 0 && (stats.mode & 0o4000) !== 0) return null
  }
  return `sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`
}
