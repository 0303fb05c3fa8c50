import { lstatSync, realpathSync } from 'node:fs'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { isInside } from '../system/folders.ts'
import { faultCode } from '../system/file-fault.ts'
import { bubblewrapArguments, type Profile } from './bubblewrap.ts'
import { sandboxedEnvironment } from './sandboxed-environment.ts'
import { coverSockets } from './git/covers.ts'
import { waitingAtGate } from './gate.ts'
import { createGitGuard, type GuardedRun } from './git/git-guard.ts'
import { gitInSight } from './git/git-mounts.ts'
import { createHiddenPlaces } from './hidden-places.ts'
import type { OwnFolders } from './own-folders.ts'
import { keptPlaces, secretsNamedBy, volatilePlaces } from './places-of-linux.ts'
import type { SandboxedCommand, Sandbox } from './sandbox.ts'

export interface SandboxPlaces {
  readonly home: string
  /** The real path of Phoenix's own. */
  readonly dataFolder: string
  /** That of the user who started the app. */
  readonly environment: NodeJS.ProcessEnv
  readonly own: OwnFolders
}

/** The sandbox for Linux: namespaces made by bubblewrap. The places to hide are determined before each command. */
export function createBubblewrap(program: string, places: SandboxPlaces): Sandbox {
  const volatile = volatilePlaces()
  const kept = keptPlaces()
  const git = createGitGuard(places.own.root, places.home)
  void git.checkLeftovers()

  const hiddenPlaces = createHiddenPlaces({
    home: places.home,
    platform: 'linux',
    always: [...secretsNamedBy(places.environment), places.dataFolder],
    covered: volatile.map(({ path }) => path),
  })

  function hiddenFrom(folder: string): Result<Profile['hidden'], string> {
    const { home } = places
    const seen = hiddenPlaces.seen()
    if (seen === null) return failed(NOT_LOOKED)
    const isPeopled = isInside(home, folder) || volatile.some(({ path }) => isInside(path, folder))
    // A socket in a project belongs to it; one in a home or a temp folder may belong to anything.
    const sockets = seen.sockets.filter((path) => isPeopled || !isInside(path, folder))
    const covers = coverSockets(sockets, [home, folder, places.own.root, ...TOOLS])
    if (!covers.ok) return covers
    const hidden = [...seen.hidden, ...covers.value]
    return ok(hidden.filter(({ path }) => path !== folder && isStillThere(path)))
  }

  return {
    look: () => hiddenPlaces.look(),
    findings: (folder) => git.findings(folder),
    async prepare(command) {
      const { sandboxPolicy, folder } = command
      const problem = problemOf(folder, places.dataFolder)
      if (problem !== null) return failed(problem)
      const isWritable = sandboxPolicy.folder === 'writable'
      const guard = isWritable ? await git.guard(folder) : ok(nothingToGuard(folder))
      if (!guard.ok) return guard
      const { mounts: guarded, release } = guard.value
      const hidden = hiddenFrom(folder)
      if (!hidden.ok) {
        await release()
        return hidden
      }
      const prepared = prepareRun(places.own, command)
      if (!prepared.ok) {
        await release()
        return prepared
      }
      const run = prepared.value
      const { own } = places
      const profile = {
        folder,
        sandboxPolicy,
        guarded,
        hidden: hidden.value,
        volatile,
        kept,
        own,
        run,
      }
      return ok({
        file: program,
        args: bubblewrapArguments(profile, waitingAtGate(command.command)),
        environment: sandboxedEnvironment(run.cache, '/tmp'),
        waitsAtGate: true,
        release,
      })
    },
  }
}

/** No command works without these. */
const TOOLS = ['/usr/bin', '/bin', '/lib', '/etc', '/nix/store', process.execPath]

const NOT_LOOKED = 'The sandbox could not find out what to hide: a disk does not respond.'

function nothingToGuard(folder: string): GuardedRun {
  return { mounts: gitInSight(folder), release: () => Promise.resolve() }
}

/** A folder that has become a link leads somewhere that nobody chose. */
function problemOf(folder: string, dataFolder: string): string | null {
  try {
    const real = realpathSync(folder)
    if (real !== folder) return `${folder} now leads to ${real}, which the sandbox does not open.`
  } catch (error) {
    return `The folder ${folder} cannot be examined (${faultCode(error)}).`
  }
  return isInside(folder, dataFolder) ? `${folder} is Phoenix's own data folder.` : null
}

/** Sockets and other places come and go: nothing can be mounted over a path that is gone. */
function isStillThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

type RunFolders = ReturnType<OwnFolders['forRun']>

function prepareRun(own: OwnFolders, command: SandboxedCommand): Result<RunFolders, string> {
  try {
    return ok(own.forRun(command))
  } catch (error) {
    return failed(`The sandbox’s temporary folder could not be created (${faultCode(error)}).`)
  }
}
