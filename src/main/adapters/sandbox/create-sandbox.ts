import { lstatSync, realpathSync } from 'node:fs'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { isInside } from '../system/folders.ts'
import { faultCode } from '../system/file-fault.ts'
import { coverSockets } from './git/covers.ts'
import { createGitGuard, type GuardedRun } from './git/git-guard.ts'
import { gitInSight } from './git/git-mounts.ts'
import { createHiddenPlaces, type Seen } from './hidden-places.ts'
import type { OwnFolders } from './own-folders.ts'
import { secretsNamedBy } from './home-secrets.ts'
import type { Profile } from './profile.ts'
import type { SandboxedCommand, SandboxLaunch, Sandbox } from './sandbox.ts'

export interface SandboxPlaces {
  readonly home: string
  /** The real path of Phoenix's own. */
  readonly dataFolder: string
  /** That of the user who started the app. */
  readonly environment: NodeJS.ProcessEnv
  readonly own: OwnFolders
}

/** The program that makes the sandbox on one system. */
export interface SandboxProgram {
  readonly platform: NodeJS.Platform
  /** Places that it replaces as a whole, except for the folder in them. */
  readonly replaced: readonly string[]
  launch(profile: Profile, command: string): Omit<SandboxLaunch, 'release'>
}

/** The same sandbox on every system. The places to hide are determined before each command. */
export function createSandbox(program: SandboxProgram, places: SandboxPlaces): Sandbox {
  const { home, dataFolder, environment, own } = places
  const { platform, replaced } = program
  const git = createGitGuard(own.root, home)
  void git.checkLeftovers()

  const hiddenPlaces = createHiddenPlaces({
    home,
    platform,
    always: [...secretsNamedBy(environment), dataFolder],
  })

  function hiddenFrom(folder: string, seen: Seen): Result<Profile['hidden'], string> {
    const isPeopled = isInside(home, folder) || replaced.some((path) => isInside(path, folder))
    const isReplaced = (path: string): boolean =>
      replaced.some(
        (place) => isInside(path, place) && !(isInside(folder, place) && isInside(path, folder)),
      )
    // A socket in a project belongs to it; one in a home or a temp folder may belong to anything.
    const sockets = seen.sockets.filter(
      (path) => !isReplaced(path) && (isPeopled || !isInside(path, folder)),
    )
    const covers = coverSockets(sockets, [home, folder, own.root, ...TOOLS])
    if (!covers.ok) return covers
    const hidden = [...seen.hidden, ...covers.value]
    return ok(hidden.filter(({ path }) => path !== folder && isStillThere(path)))
  }

  /** The error is a sentence. */
  function profileOf(
    command: SandboxedCommand,
    guarded: Profile['guarded'],
  ): Result<Profile, string> {
    const { folder, sandboxPolicy } = command
    const seen = hiddenPlaces.seen()
    if (seen === null) return failed(NOT_LOOKED)
    const hidden = hiddenFrom(folder, seen)
    if (!hidden.ok) return hidden
    const run = prepareRun(own, command)
    if (!run.ok) return run
    const facts = { folder, sandboxPolicy, guarded, own }
    const secrets = seen.places.filter((path) => path !== folder)
    return ok({ ...facts, hidden: hidden.value, secrets, run: run.value })
  }

  return {
    look: () => hiddenPlaces.look(),
    findings: (folder) => git.findings(folder),
    async prepare(command) {
      const { sandboxPolicy, folder } = command
      const problem = problemOf(folder, dataFolder)
      if (problem !== null) return failed(problem)
      const isWritable = sandboxPolicy.folder === 'writable'
      const guard = isWritable ? await git.guard(folder) : ok(nothingToGuard(folder))
      if (!guard.ok) return guard
      const { mounts, release } = guard.value
      const profile = profileOf(command, mounts)
      if (profile.ok) return ok({ ...program.launch(profile.value, command.command), release })
      await release()
      return profile
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
