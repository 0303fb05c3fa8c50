import { homedir, userInfo } from 'node:os'
import { isAbsolute, parse } from 'node:path'

/**
 * The home of this account. An empty or relative HOME would put it into the current folder: then the account's own entry
 * counts. As for a login, it is the root of the disk if there is none.
 */
export function accountHome(): string {
  return absolute(homedir) ?? absolute(() => userInfo().homedir) ?? parse(process.execPath).root
}

/** Both throw for an account that the system does not know. */
function absolute(ask: () => string): string | null {
  try {
    const path = ask()
    return isAbsolute(path) ? path : null
  } catch {
    return null
  }
}
