import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { OneByOne } from '../../../../shared/one-by-one.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { guard } from '../../../runtime/guard.ts'
import { fileFault } from '../../system/file-fault.ts'
import { includeMounts, type NamedByGit, namedByGit, NOTHING, kindAt } from './git-names.ts'
import { GitIndexes } from './git-indexes.ts'
import { closedRepository, gitMounts, isOwnOrNone, type Made, type Mount } from './git-mounts.ts'
import { type GuardRecord, openGuardRecords } from './guard-records.ts'
import { bareIn, isBareLayout, OWN_COMMONDIR, plantedIn } from './planted.ts'
import type { Planted } from './planted-place.ts'
import { changedRunners, runnersIn } from './runners.ts'
import { quarantine } from './quarantine.ts'

export interface GuardedRun {
  readonly mounts: readonly Mount[]
  /** Removes what the guard put into the folder, and moves aside what the run planted there. */
  readonly release: () => Promise<void>
}

export interface GitGuard {
  /** The error is a sentence; then nothing may run. */
  guard(folder: string): Promise<Result<GuardedRun, string>>
  /** The findings in a folder since the last call, as sentences. */
  findings(folder: string): readonly string[]
  /** Checks the folders in which commands were running when Phoenix was killed. Never rejects. */
  checkLeftovers(): Promise<void>
}

interface Guarded {
  runs: number
  readonly record: GuardRecord
  readonly stopWatching: () => void
}

/** `root`: Phoenix's own folder, for records that must survive a crash. */
export function createGitGuard(root: string, home: string): GitGuard {
  const records = openGuardRecords(root)
  const indexes = new GitIndexes()
  const guarded = new Map<string, Guarded>()
  const found = new Map<string, string[]>()
  /** A folder's runs begin and end one after another. */
  const folders = new OneByOne<string>()

  function report(folder: string, sentence: string): void {
    // Names and settings are the command's own text.
    const shown = sentence.replaceAll(/\p{Cc}/gu, '\uFFFD')
    found.set(folder, [...(found.get(folder) ?? []), shown].slice(-MOST_FINDINGS))
  }

  /** Moves aside what is new or different since before the first run. */
  async function clear(record: GuardRecord): Promise<void> {
    moveAside(record, await plantedIn(record.folder, indexes))
    moveAside(record, newlyIncluded(record.included))
  }

  function moveAside({ folder, known }: GuardRecord, planted: readonly Planted[]): void {
    for (const { path, why, isLink } of planted.filter(({ path, mark }) => known[path] !== mark)) {
      // That of another folder may have been quicker.
      if (kindAt(path) === NOTHING) continue
      const how = isLink === true ? 'remove' : 'rename'
      const done = quarantine(path, how)
      const became = done.ok ? `was ${done.value}` : `could not be ${how}d (${done.error})`
      report(
        folder,
        `${relative(folder, path)} ${became}: git would obey it outside the sandbox, and ${why}.`,
      )
    }
  }

  async function end(record: GuardRecord): Promise<void> {
    try {
      await clear(record)
    } finally {
      for (const made of record.made.toReversed()) removeMountPoint(made)
      records.remove(record.folder)
    }
  }

  function begin(
    folder: string,
    planted: readonly Planted[],
    made: readonly Made[],
    { includes }: NamedByGit,
  ): Guarded {
    const known = Object.fromEntries(planted.map(({ path, mark }) => [path, mark]))
    const included = Object.fromEntries(includes.map((path) => [path, kindAt(path)]))
    const record = { folder, known, included, made: [...made] }
    records.write(record)
    return {
      runs: 0,
      record,
      stopWatching: watchTop(folder, () => moveAside(record, bareIn(folder))),
    }
  }

  /** A later run makes more if a person has created a repository since the first. */
  function addMade(record: GuardRecord, made: readonly Made[]): void {
    const more = made.filter(({ path }) => !record.made.some((each) => each.path === path))
    if (more.length === 0) return
    record.made.push(...more)
    records.write(record)
  }

  async function leave(folder: string, { record, stopWatching }: Guarded): Promise<void> {
    stopWatching()
    guarded.delete(folder)
    await end(record)
  }

  /** Throws the disk's errors. */
  async function guardFolder(folder: string): Promise<Result<GuardedRun, string>> {
    const left = guarded.has(folder) ? null : records.read(folder)
    if (left !== null) await end(left)
    const planted = guarded.has(folder) ? [] : await plantedIn(folder, indexes)
    const laid = gitMounts(folder)
    if (!laid.ok) return laid
    const named = namedByGit(folder, home)
    const { made } = laid.value
    const others = guarded.get(folder)
    // A nested repository that names hooks is among them: its config is not plain.
    const odd =
      others === undefined ? planted.map(({ path }) => path) : Object.keys(others.record.known)
    const hooks = [...named.hooks, ...odd.flatMap((path) => namedByGit(dirname(path), home).hooks)]
    const runners = runnersIn(folder, hooks)
    if (others !== undefined) addMade(others.record, made)
    const of = others ?? begin(folder, planted, made, named)
    guarded.set(folder, of)
    // From here on, nothing but `release` ends this run.
    of.runs += 1
    const put = putInPlace(made)
    const release = async (): Promise<void> => {
      try {
        const changed = changedRunners(runners, runnersIn(folder, hooks))
        if (changed !== null) report(folder, changed)
      } finally {
        of.runs -= 1
        await (of.runs === 0 ? leave(folder, of) : clear(of.record))
      }
    }
    const covered = put.ok ? ok(laid.value.mounts) : closedRepository(folder, put.error)
    if (!covered.ok) {
      await release()
      return covered
    }
    const mounts = [...covered.value, ...includeMounts(named.includes, folder, covered.value)]
    return ok({ mounts, release: () => folders.run(folder, release) })
  }

  return {
    async guard(folder) {
      try {
        return await folders.run(folder, () => guardFolder(folder))
      } catch (error) {
        return failed(unprotected(error))
      }
    },
    findings(folder) {
      const findings = found.get(folder) ?? []
      found.delete(folder)
      return findings
    },
    async checkLeftovers() {
      for (const folder of records.folders()) {
        // A disk that does not answer delays nothing here.
        const exists = await stat(folder).then(
          () => true,
          () => false,
        )
        if (!exists) continue
        await folders.run(folder, async () => {
          const record = guarded.has(folder) ? null : records.read(folder)
          if (record !== null) await end(record)
        })
      }
    },
  }
}

const MOST_FINDINGS = 20

/** New files at included paths; existing files are protected, but a path that was free, or a link, cannot be. */
function newlyIncluded(included: GuardRecord['included']): readonly Planted[] {
  return Object.entries(included).flatMap(([path, before]) => {
    const now = kindAt(path)
    const isNew = now !== before && now !== NOTHING
    return isNew ? [{ path, why: 'the settings of the repository include it', mark: now }] : []
  })
}

/**
 * Nothing can be mounted where nothing exists, and no rule can name it in all the letters that a disk takes for the same. An
 * empty `commondir` would stop git.
 */
function putInPlace(made: readonly Made[]): Result<null, string> {
  try {
    for (const { path, as } of made) {
      if (as === 'commondir') putCommondir(path)
      else if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue
      else if (as === 'folder') mkdirSync(path)
      else writeFileSync(path, '', { flag: 'wx' })
    }
    return ok(null)
  } catch (error) {
    return failed(unprotected(error))
  }
}

/** Leaves none that is empty, as on a full disk, where a file can be created but not written. */
function putCommondir(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (facts !== undefined && facts.size > 0) return
  rmSync(path, { force: true })
  const file = openSync(path, 'wx')
  try {
    writeFileSync(file, OWN_COMMONDIR)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function unprotected(error: unknown): string {
  return `The repository cannot be protected: ${fileFault(error)}.`
}

/** Removes only what is still as it was created. */
function removeMountPoint({ path, as }: Made): void {
  try {
    if (as === 'folder') rmdirSync(path)
    else if (as === 'commondir' ? isOwnOrNone(path) : statSync(path).size === 0) rmSync(path)
  } catch {
    // It was never created, or has been replaced since.
  }
}

/** Notices at once if a folder itself becomes a repository: git looks at only four names in it. */
function watchTop(folder: string, onBare: () => void): () => void {
  try {
    const changed = guard('a change in the folder', (_event: string, name: string | null) => {
      if (['HEAD', 'objects', 'refs', 'config'].includes(name ?? '') && isBareLayout(folder))
        onBare()
    })
    const watcher = watch(folder, { persistent: false }, changed)
    watcher.on(
      'error',
      guard('the folder watcher', () => watcher.close()),
    )
    return () => watcher.close()
  } catch {
    return () => undefined
  }
}
