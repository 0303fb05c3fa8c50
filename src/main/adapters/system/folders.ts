import type { Dirent } from 'node:fs'
import { statSync } from 'node:fs'
import { access, constants, opendir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { appError, type AppError } from '../../../shared/app-error.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { shortened } from '../../../shared/visible-text.ts'
import type { FolderPort } from '../../runtime/ports/file-ports.ts'
import { AwakeLimit } from './awake-limit.ts'
import { faultCode, isAbsence } from './file-fault.ts'
import { NEVER, within } from './within.ts'

/** A network folder that does not answer must not block anybody. */
const PATIENCE_MS = 2_000
const MOST_FOLDERS = 50

/**
 * Finds folders whose path starts with the text, sorted, at most 50; `~` stands for `home` and stays as it was typed. Hidden
 * ones only if the text contains the dot, and never Phoenix's own data folder (R28). Never rejects; answers within 2 s, with
 * none if the disk does not.
 */
export async function completeFolder(
  text: string,
  home: string,
  dataFolder: string,
): Promise<readonly string[]> {
  if (text === '') return [home]
  const shown = text === '~' ? `~${sep}` : text
  const path = expandHome(shown, home)
  if (!isUsable(path)) return []
  const cut = lastSeparator(shown) + 1
  const start = { folder: path.slice(0, lastSeparator(path) + 1), name: shown.slice(cut) }
  const names = await withinPatience(foldersIn(start, dataFolder), [])
  return names.map((name) => shown.slice(0, cut) + name)
}

async function foldersIn(
  { folder, name: start }: { readonly folder: string; readonly name: string },
  dataFolder: string,
): Promise<readonly string[]> {
  const names: string[] = []
  using patience = new AwakeLimit(PATIENCE_MS)
  try {
    const own = await realpath(dataFolder)
    for await (const entry of await opendir(folder)) {
      if (patience.over.aborted) break
      if (!entry.name.startsWith(start)) continue
      if (entry.name.startsWith('.') && !start.startsWith('.')) continue
      if (!(await isFolder(folder, entry))) continue
      if (!isInside(await realpath(join(folder, entry.name)), own)) names.push(entry.name)
    }
  } catch {
    // Unreadable or gone: there is nothing to offer.
  }
  return names.toSorted().slice(0, MOST_FOLDERS)
}

/**
 * True for a path that no longer leads to a folder. If it cannot be checked, because of permissions or the disk, the folder
 * may still exist.
 */
export const folderPort: FolderPort = {
  isGone(folder) {
    try {
      return statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true
    } catch {
      return false
    }
  },
  look: (folder) => withinPatience(lookAt(folder), null),
}

async function lookAt(folder: string): Promise<boolean> {
  try {
    return !(await stat(folder)).isDirectory()
  } catch (error) {
    return isAbsence(error)
  }
}

async function isFolder(folder: string, entry: Dirent): Promise<boolean> {
  if (entry.isDirectory()) return true
  if (!entry.isSymbolicLink()) return false
  try {
    return (await stat(join(folder, entry.name))).isDirectory()
  } catch {
    return false
  }
}

/**
 * The absolute real path of a folder that a conversation may work in. `~` stands for `home`; spaces around it count only
 * where a folder has that name. Never rejects; answers within 4 s. Errors: folderMissing, folderNotReadable (also a file), folderRefused (Phoenix's own data folder).
 */
export async function checkFolder(
  text: string,
  home: string,
  dataFolder: string,
): Promise<Result<string, AppError>> {
  const trimmed = text.trim()
  const exact = text === trimmed ? null : await checkPath(text, home, dataFolder)
  if (exact !== null && (exact.ok || exact.error.code !== 'folderMissing')) return exact
  return checkPath(trimmed, home, dataFolder)
}

async function checkPath(
  text: string,
  home: string,
  dataFolder: string,
): Promise<Result<string, AppError>> {
  const path = expandHome(text, home)
  if (path === '') return failed(appError('folderMissing', 'Choose a folder for the conversation.'))
  if (!isUsable(path)) {
    return failed(
      appError(
        'folderMissing',
        `There is no folder ${shownPath(text)}. Enter the whole path, starting with / or ~.`,
      ),
    )
  }
  const slow = failed(
    appError(
      'folderNotReadable',
      `The folder ${path} does not respond. Check its disk or network.`,
    ),
  )
  return withinPatience(inspectFolder(path, dataFolder), slow)
}

async function inspectFolder(path: string, dataFolder: string): Promise<Result<string, AppError>> {
  // At once: where something holds the thread, all their answers are there when it lets go.
  const looks = {
    real: realpath(path),
    stats: stat(path),
    permission: access(path, constants.R_OK | constants.X_OK),
    data: realpath(dataFolder),
  }
  await Promise.allSettled(Object.values(looks))
  try {
    const real = await looks.real
    if (!(await looks.stats).isDirectory()) {
      return failed(
        appError('folderNotReadable', `${path} is a file. Choose the folder that contains it.`),
      )
    }
    await looks.permission
    return isInside(real, await looks.data)
      ? failed(
          appError(
            'folderRefused',
            `Phoenix keeps its own data in ${path}. Choose another folder.`,
          ),
        )
      : ok(real)
  } catch (error) {
    return failed(folderFault(path, faultCode(error)))
  }
}

function folderFault(path: string, code: string): AppError {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
      return appError('folderMissing', `There is no folder ${shownPath(path)}. Check the path.`)
    case 'EACCES':
    case 'EPERM':
      return appError(
        'folderNotReadable',
        `The folder ${path} cannot be read: this account has no permission.`,
      )
    default:
      return appError('folderNotReadable', `The folder ${path} cannot be read.`)
  }
}

function expandHome(text: string, home: string): string {
  if (text === '~') return home
  return text.startsWith('~/') || text.startsWith(`~${sep}`) ? join(home, text.slice(1)) : text
}

function isUsable(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0')
}

/** For real paths; the folder itself counts as inside. */
export function isInside(path: string, folder: string): boolean {
  const relativePath = relative(folder, path)
  return relativePath === '' || (!isAbsolute(relativePath) && relativePath.split(sep)[0] !== '..')
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf(sep))
}

/** A path is shown completely unless it is absurdly long. */
function shownPath(path: string): string {
  const plain = path.trim().replaceAll('\0', '�')
  return shortened(plain, 300)
}

async function withinPatience<Value>(work: Promise<Value>, fallback: Value): Promise<Value> {
  const answered = await within(work, PATIENCE_MS, NEVER)
  return answered.type === 'done' ? answered.value : fallback
}
