import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangedFiles, Span } from '../../runtime/ports/edit-port.ts'
import { type HeldFolder, holdFolder } from '../files/held-folder.ts'
import type { Places } from '../files/places.ts'
import { areStillThere } from '../files/still-there.ts'
import { NEVER, within } from '../system/within.ts'
import { outOfReach } from '../ripgrep/out-of-reach.ts'
import { namesIn } from '../ripgrep/names.ts'
import { runRipgrep } from '../ripgrep/run-ripgrep.ts'
import { byCodeUnits, firstInOrder } from '../system/in-slices.ts'
import { fileFault, ifThere } from '../system/file-fault.ts'

const LIMIT_MS = 2_000
const MAX_FILES = 100_000
const MAX_NAMES_BYTES = 16 * 1024 * 1024
const MAX_NAMED = 50
/** Checked in parallel: one by one, a large folder takes too long. */
const AT_ONCE = 64

/** Finds the files of a folder, except ignored ones, that were changed or moved in one of the periods. */
export async function changedFiles(
  folder: string,
  spans: readonly Span[],
  known: ReadonlySet<string>,
  places: Places,
): Promise<ChangedFiles> {
  const due = performance.now() + LIMIT_MS
  const root = await places.locate(folder, '.')
  if (!root.ok) return nothing(root.error)
  try {
    const held = await holdFolder(root.value.real)
    try {
      return await lookThrough(held, spans, known, due, places)
    } finally {
      await held.handle.close()
    }
  } catch (error) {
    return nothing(`The folder could not be opened: ${fileFault(error)}.`)
  }
}

async function lookThrough(
  held: HeldFolder,
  spans: readonly Span[],
  known: ReadonlySet<string>,
  due: number,
  places: Places,
): Promise<ChangedFiles> {
  const { real, heldPath } = held
  const walk = await runRipgrep({
    args: ['--files', ...outOfReach(await places.forbiddenIn(real), 'seen')],
    folder: heldPath,
    maxBytes: MAX_NAMES_BYTES,
    limitMs: LIMIT_MS,
    signal: new AbortController().signal,
  })
  if (walk.type === 'failed') return nothing(walk.reason)
  if (walk.type !== 'done' || walk.complaint !== '')
    return nothing('The folder could not be searched.')
  const { names: all } = await namesIn(walk.output, (name) => !known.has(join(real, name)))
  const names = all.slice(0, MAX_FILES)
  const found: string[] = []
  const checked = look(heldPath, names, spans, found, () => performance.now() > due)
  const left = Math.max(1, due - performance.now())
  const seen = await within(checked, left, NEVER)
  const isWhole =
    walk.cut === null && all.length <= MAX_FILES && seen.type === 'done' && seen.value !== 'late'
  const first = await firstInOrder(found, MAX_NAMED, byCodeUnits)
  // A folder on the path may have become a link meanwhile.
  const still = await areStillThere(
    held,
    first.map((path) => ({ path, isFolder: false })),
  )
  const hasUnreadable =
    walk.hasUnreadable ||
    still.hasUnreadable ||
    (seen.type === 'done' && seen.value === 'unreadable')
  return {
    names: first.filter((_, index) => still.are[index]),
    more: Math.max(0, found.length - MAX_NAMED),
    gap: isWhole ? (hasUnreadable ? UNREADABLE : null) : TOO_LARGE,
  }
}

/** Returns what kept it from checking all; null if it did. */
async function look(
  folder: string,
  names: readonly string[],
  spans: readonly Span[],
  found: string[],
  isLate: () => boolean,
): Promise<'late' | 'unreadable' | null> {
  let isUnread = false
  for (let at = 0; at < names.length; at += AT_ONCE) {
    if (isLate()) return 'late'
    const some = names.slice(at, at + AT_ONCE)
    const stats = await Promise.all(some.map((name) => ifThere(lstat(join(folder, name)))))
    some.forEach((name, index) => {
      const its = stats[index]
      if (its?.ok === true && isWithin(its.value, spans)) found.push(name)
    })
    isUnread ||= stats.some((each) => !each.ok)
  }
  return isUnread ? 'unreadable' : null
}

/** A file that was moved here keeps its modification time. */
function isWithin(stats: Stats | null, spans: readonly Span[]): boolean {
  if (stats === null) return false
  return spans.some(({ from, to }) =>
    [stats.mtimeMs, stats.ctimeMs].some((time) => time >= from && time <= to),
  )
}

const TOO_LARGE = 'The folder is too large to be searched completely.'
const UNREADABLE = 'Some of its folders cannot be read and were not searched.'

function nothing(gap: string): ChangedFiles {
  return { names: [], more: 0, gap }
}
