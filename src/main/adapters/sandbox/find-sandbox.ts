import { accessSync, constants, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { assertNever } from '../../../shared/assert-never.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { cleanEnvironment } from '../processes/spawn/clean-environment.ts'
import { createGuardian } from '../processes/guardian.ts'
import { signalGroup } from '../processes/tree/process-table.ts'
import { createRunTokens } from '../processes/tree/run-token.ts'
import type { Spawned } from '../processes/spawn/spawn-command.ts'
import { NEVER, within } from '../system/within.ts'
import { fileFault } from '../system/file-fault.ts'
import { bubblewrap } from './bubblewrap.ts'
import { createSandbox, type SandboxPlaces, type SandboxProgram } from './create-sandbox.ts'
import { cacheHome, type OwnFolders, prepareOwnFolders } from './own-folders.ts'
import { enter, unsupervised } from './enter.ts'
import type { FoundSandbox, Sandbox } from './sandbox.ts'
import { seatbelt } from './seatbelt.ts'
import { testedBefore } from './tested-before.ts'

export interface FindOptions {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly home: string
  readonly dataFolder: string
  /** Default: found by the system and the PATH. */
  readonly bubblewrap?: string
  /** The file that says whether AppArmor restricts namespaces. Default: the kernel's. */
  readonly restriction?: string
}

const RESTRICTION = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

const SANDBOX_EXEC = '/usr/bin/sandbox-exec'

const PROBE_MS = 10_000
const INSTALL =
  'Install bubblewrap (for example: sudo apt install bubblewrap) and start Phoenix again.'
const RESTRICTED =
  'AppArmor doesn’t let bubblewrap make a sandbox, as on Ubuntu since 23.10. Allow it (README.md, “A sandbox on Ubuntu”) and start Phoenix again.'
const TOO_OLD =
  'bubblewrap is older than 0.8 and can’t stop commands from creating their own namespaces, through which they could escape. Install a newer one and start Phoenix again.'

/**
 * Determines whether commands can be sandboxed on this machine, by running one in the real profile, or by remembering that
 * this worked since the last boot. Never rejects. A program that exists but does not work counts as missing: containers and
 * some policies forbid it.
 */
export async function findSandbox(options: FindOptions): Promise<FoundSandbox> {
  const { platform, environment } = options
  if (environment['PHOENIX_SANDBOX']?.trim().toLowerCase() === 'off') {
    return missing(
      'The environment variable PHOENIX_SANDBOX turns the sandbox off. Start Phoenix without it to use the sandbox.',
    )
  }
  if (platform === 'darwin') {
    return tried(options, SANDBOX_EXEC, seatbelt(SANDBOX_EXEC))
  }
  if (platform !== 'linux') {
    return missing('Phoenix has no sandbox for this system. Linux and macOS have one.')
  }
  const program = options.bubblewrap ?? programNamed('bwrap', environment)
  if (program === null) return missing(`bubblewrap is not installed. ${INSTALL}`)
  return tried(options, program, bubblewrap(program))
}

async function tried(
  options: FindOptions,
  file: string,
  program: SandboxProgram,
): Promise<FoundSandbox> {
  const folders = foldersOf(options)
  if (typeof folders === 'string') return missing(folders)
  const { home, environment } = options
  const sandbox = createSandbox(program, { home, environment, ...folders })
  const before = testedBefore(options.dataFolder, file, [home, folders.own.root])
  const found = { type: 'found', sandbox: { ...sandbox, failed: before.forget } } as const
  if (before.worked) return found
  const problem = await probe(sandbox, folders.own, options)
  if (problem !== null) return missing(problem)
  before.keep()
  return found
}

function foldersOf({
  platform,
  environment,
  home,
  dataFolder,
}: FindOptions): Pick<SandboxPlaces, 'own' | 'dataFolder'> | string {
  const cache = cacheHome(platform, environment, home)
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    const own = prepareOwnFolders(realpathSync(cache), dataFolder)
    return { own, dataFolder: realpathSync(dataFolder) }
  } catch (error) {
    return `The sandbox cannot keep its caches in ${cache}: ${fileFault(error)}.`
  }
}

/** Null if it works, with network and without. */
async function probe(
  sandbox: Sandbox,
  own: OwnFolders,
  { environment, platform, restriction = RESTRICTION }: FindOptions,
): Promise<string | null> {
  const runTokens = createRunTokens()
  // Leaves nothing behind even if the host is killed during this test.
  const guardian = createGuardian({ host: runTokens.host, platform, environment })
  guardian.ensureStarted()
  try {
    const trials = [true, false].map((network) => {
      const trial = { folder: own.emptyFolder, network, runToken: runTokens.next() }
      return tryOnce(sandbox, trial, cleanEnvironment(environment))
    })
    const problems = await Promise.all(trials)
    const problem = problems.find((each) => each !== null) ?? null
    return problem !== null && isForbidden(problem) && isRestricted(restriction)
      ? RESTRICTED
      : problem
  } finally {
    guardian.close(true)
  }
}

type Started = Extract<Spawned, { type: 'started' }>

interface Trial {
  readonly folder: string
  readonly network: boolean
  readonly runToken: string
}

async function tryOnce(
  sandbox: Sandbox,
  { runToken, folder, network }: Trial,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  const command = 'true'
  const conversationId = ConversationId.parse('probe')
  const sandboxPolicy = { folder: 'readOnly', network } as const
  const { signal } = new AbortController()
  const entered = await enter(
    sandbox,
    { conversationId, folder, command, sandboxPolicy },
    {
      lookMs: PROBE_MS,
      signal,
      ...unsupervised({ command, folder, environment, runToken }),
    },
  )
  switch (entered.type) {
    case 'entered':
      return endOfTrial(entered.started)
    case 'refused':
      return entered.reason
    case 'notSpawned':
      return `A test of the sandbox failed: ${entered.reason}`
    case 'notSetUp':
      return isTooOld(entered.complaint)
        ? TOO_OLD
        : `A test of the sandbox failed: ${entered.complaint}`
    case 'aborted':
      return 'A test of the sandbox was interrupted.'
    default:
      return assertNever(entered)
  }
}

async function endOfTrial({ child, exit }: Started): Promise<string | null> {
  const ended = await within(exit, PROBE_MS, NEVER)
  if (ended.type !== 'done') signalGroup(child.pid, 'SIGKILL')
  else if (ended.value.code === 0) return null
  return 'A test of the sandbox failed: a command that does nothing did not end as expected.'
}

function isTooOld(complaint: string): boolean {
  return /unknown option --disable-userns/i.test(complaint)
}

/** What bubblewrap says if it may not make its namespaces, with network and without. */
function isForbidden(problem: string): boolean {
  return /uid map: permission denied|RTM_NEWADDR: operation not permitted/i.test(problem)
}

function isRestricted(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').trim() === '1'
  } catch {
    return false
  }
}

/** Only absolute paths: a program from the working folder must never act as the sandbox. */
function programNamed(name: string, environment: NodeJS.ProcessEnv): string | null {
  const folders = ['/usr/bin', '/run/wrappers/bin', ...(environment['PATH'] ?? '').split(delimiter)]
  const paths = folders.filter(isAbsolute).map((folder) => join(folder, name))
  return paths.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function missing(reason: string): FoundSandbox {
  return { type: 'missing', reason }
}
