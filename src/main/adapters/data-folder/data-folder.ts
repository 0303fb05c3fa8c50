import { accessSync, chmodSync, constants, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { faultCode, fileFault } from '../system/file-fault.ts'
import { makeFolder } from './make-folder.ts'

/** The default folder of Phoenix's data. */
export function defaultDataFolder(from: {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly home: string
}): string {
  const { platform, environment, home } = from
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Phoenix')
  if (platform === 'win32') {
    return join(environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Phoenix')
  }
  return join(absoluteOr(environment['XDG_DATA_HOME'], home), 'phoenix')
}

/** XDG says to ignore a path that is not absolute. */
function absoluteOr(dataHome: string | undefined, home: string): string {
  return dataHome?.startsWith('/') === true ? dataHome : join(home, '.local', 'share')
}

/**
 * Creates the folder if it is missing, closed to other accounts, and returns its real path. Writes nothing into it. The
 * error is a sentence for people.
 */
export function prepareDataFolder(folder: string): Result<string, string> {
  const path = resolve(folder)
  try {
    makeWithParents(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    closeToOthers(path)
    return ok(realpathSync(path))
  } catch (error) {
    return failed(
      `Phoenix can’t keep its data in ${path}: ${fileFault(error)}. ${adviceFor(error)} with --data or PHOENIX_DATA_DIR.`,
    )
  }
}

function adviceFor(error: unknown): string {
  switch (faultCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Make that folder writable, or name another'
    case 'ENOTDIR':
      return 'Move that file away, or name another folder'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Free some space, or name another folder'
    default:
      return 'Name another folder'
  }
}

/** Node's own recursive mkdir never returns if the system denies that a parent exists, as /proc does. */
function makeWithParents(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (facts?.isDirectory() === false) throw notAFolder(path)
  if (facts !== undefined) return
  if (dirname(path) !== path) makeWithParents(dirname(path))
  makeFolder(path)
}

function notAFolder(path: string): Error {
  return Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' })
}

/**
 * A shared folder such as /tmp (sticky), one of another account, and one with something else that others can open, such as
 * a home, stay unchanged.
 */
function closeToOthers(path: string): void {
  if (process.platform === 'win32') return
  const facts = statSync(path)
  const isOurs = facts.uid === process.getuid?.() && (facts.mode & 0o1000) === 0
  if (!isOurs || (facts.mode & 0o077) === 0 || holdsOpenThings(path)) return
  try {
    chmodSync(path, 0o700)
  } catch {
    // The disk has no modes; private files are checked one by one.
  }
}

/** Whatever Phoenix puts into its folder is closed to others itself; once, the database was not. */
function holdsOpenThings(path: string): boolean {
  return readdirSync(path).some((name) => {
    if (name.startsWith('phoenix.')) return false
    const facts = statSync(join(path, name), { throwIfNoEntry: false })
    return facts !== undefined && (facts.mode & 0o077) !== 0
  })
}
