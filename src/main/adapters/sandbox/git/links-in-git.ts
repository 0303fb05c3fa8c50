import { type Dirent, lstatSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbsence } from '../../system/file-fault.ts'
import { ownTurn } from '../../system/own-turn.ts'
import type { Planted } from './planted-place.ts'

/**
 * The links in a repository. Git writes its messages and logs to where a link of their name leads, and clears what is there
 * in place of its own folders: a branch called `a;program;b` would be logged in a `.profile`. It makes only `HEAD` a link
 * itself, and never writes through that.
 */
export async function linksIn(git: string): Promise<readonly Planted[]> {
  const entries = await entriesOf(git)
  const names = entries?.flatMap((entry) => (entry.isSymbolicLink() ? [entry.name] : [])) ?? NAMES
  const paths = names.filter((name) => name !== 'HEAD').map((name) => join(git, name))
  return [...paths.filter(isLink).map(linkAt), ...(await linksBelow(git, FOLDERS))]
}

/** So many folders are looked at in one turn of the event loop. */
const AT_ONCE = 50

/** Where git writes under names of its own. */
const FOLDERS = ['info', 'logs', 'rebase-apply', 'rebase-merge', 'sequencer']

/** What git opens by name, also where nobody can list it. */
const NAMES = [
  ...FOLDERS,
  'COMMIT_EDITMSG',
  'FETCH_HEAD',
  'MERGE_HEAD',
  'MERGE_MODE',
  'MERGE_MSG',
  'MERGE_RR',
  'SQUASH_MSG',
  'TAG_EDITMSG',
  'index',
  'packed-refs',
  'rr-cache',
  'shallow',
]

/** Only those in some of its folders. */
export async function linksBelow(
  git: string,
  folders: readonly string[],
): Promise<readonly Planted[]> {
  const found: Planted[] = []
  const waiting = folders.map((name) => join(git, name))
  for (let looked = 1; waiting.length > 0; looked++) {
    if (looked % AT_ONCE === 0) await ownTurn()
    const folder = waiting.pop() ?? git
    const entries = await entriesOf(folder)
    if (entries === null) found.push(unlisted(folder))
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name)
      if (entry.isSymbolicLink()) found.push(linkAt(path))
      else if (entry.isDirectory()) waiting.push(path)
    }
  }
  return found
}

function unlisted(path: string): Planted {
  return { path, why: UNLISTED, mark: UNLISTED }
}

const UNLISTED = 'what is in it cannot be listed'

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function linkAt(path: string): Planted {
  return { path, why: LEADS_ON, mark: targetOf(path), isLink: true }
}

const LEADS_ON = 'it is a link, so git would write where it leads'

function targetOf(path: string): string {
  try {
    return `link to ${readlinkSync(path)}`
  } catch {
    return 'link'
  }
}

/** Empty if it is no folder itself; null if this account cannot list it. */
async function entriesOf(folder: string): Promise<readonly Dirent[] | null> {
  try {
    if (!lstatSync(folder).isDirectory()) return []
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return isAbsence(error) ? [] : null
  }
}
