import { spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { ConversationId } from '../../../shared/ids.ts'
import { SET_UPS } from '../processes/start-run.ts'
import { within } from '../processes/within.ts'
import { fileFault } from '../system/file-fault.ts'
import { createBubblewrap, type SandboxPlaces } from './bubblewrap-sandbox.ts'
import { cacheHome, type OwnFolders, prepareOwnFolders } from './own-folders.ts'
import { guard } from '../../runtime/guard.ts'
import { openGate } from './gate.ts'
import type { Enclosure, FoundSandbox, Sandbox } from './sandbox.ts'
import { createSeatbelt } from './seatbelt-sandbox.ts'

export interface FindOptions {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly home: string
  readonly dataFolder: string
  /** Left out: as the system and the PATH have it. */
  readonly bubblewrap?: string
}

const PROBE_MS = 10_000
const MAX_COMPLAINT = 4_096
const INSTALL =
  'Install bubblewrap (for example: sudo apt install bubblewrap) and start Phoenix again.'
const TOO_OLD =
  'bubblewrap is older than 0.8 and cannot keep commands from making namespaces of their own, by which they get out. Install a newer one and start Phoenix again.'

/**
 * Finds out once, by running a command in the very profile, whether commands can be confined here. Never rejects. A
 * program that is there and does not work counts as missing: in containers and under some policies it may not.
 */
export async function findSandbox(options: FindOptions): Promise<FoundSandbox> {
  const { platform, environment } = options
  if (environment['PHOENIX_SANDBOX']?.trim().toLowerCase() === 'off') {
    return missing(
      'PHOENIX_SANDBOX of the environment switches the sandbox off. Start Phoenix without it to have one.',
    )
  }
  if (platform === 'darwin') {
    return tried(options, (places) => createSeatbelt('/usr/bin/sandbox-exec', places))
  }
  if (platform !== 'linux') {
    return missing('Phoenix has no sandbox for this system. Linux and macOS have one.')
  }
  const program = options.bubblewrap ?? programNamed('bwrap', environment)
  if (program === null) return missing(`bubblewrap is not installed. ${INSTALL}`)
  return tried(options, (places) => createBubblewrap(program, places))
}

async function tried(
  options: FindOptions,
  create: (places: SandboxPlaces) => Sandbox,
): Promise<FoundSandbox> {
  const own = ownFoldersOf(options)
  if (typeof own === 'string') return missing(own)
  const { home, environment } = options
  const sandbox = create({ home, environment, own, dataFolder: realpathSync(options.dataFolder) })
  for (let setUps = 1; ; setUps++) {
    const looked = await within(sandbox.look(), PROBE_MS, new AbortController().signal)
    if (looked.type !== 'done')
      return missing(
        'The sandbox could not look at your home folder in time. Start Phoenix again once its disk answers.',
      )
    const problem = await probe(sandbox, own, options)
    if (problem === null) return { type: 'found', sandbox }
    // A socket that it had to hide may be gone between the look and the mount.
    if (setUps === SET_UPS) return missing(problem)
  }
}

function ownFoldersOf({
  platform,
  environment,
  home,
  dataFolder,
}: FindOptions): OwnFolders | string {
  const cache = cacheHome(platform, environment, home)
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 })
    return prepareOwnFolders(realpathSync(cache), dataFolder)
  } catch (error) {
    return `The sandbox cannot keep its caches in ${cache}: ${fileFault(error)}.`
  }
}

/** Null: it works, with network and without. */
async function probe(
  sandbox: Sandbox,
  own: OwnFolders,
  { environment }: FindOptions,
): Promise<string | null> {
  for (const network of [true, false]) {
    const enclosed = sandbox.enclose({
      conversationId: ConversationId.parse('probe'),
      folder: own.emptyFolder,
      command: 'true',
      confinement: { folder: 'readOnly', network },
    })
    if (!enclosed.ok) return enclosed.error
    const said = await tryToRun(enclosed.value, environment)
    enclosed.value.release()
    if (said !== null) return isTooOld(said) ? TOO_OLD : `A trial of the sandbox failed: ${said}`
  }
  return null
}

function isTooOld(said: string): boolean {
  return /unknown option --disable-userns/i.test(said)
}

function tryToRun(
  { file, args, environment }: Enclosure,
  base: NodeJS.ProcessEnv,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: { ...base, ...environment },
      timeout: PROBE_MS,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    let complaint = ''
    const hear = guard('the complaint of a trial', (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString()
    })
    child.stderr?.on('data', hear)
    child.stdio[3]?.on('error', () => undefined)
    openGate(child)
    const failed = guard('a trial that fails', (error: Error) => resolve(error.message))
    child.on('error', failed)
    const closed = guard('the end of a trial', (code: number | null) => {
      const [said = ''] = complaint.trim().split('\n')
      resolve(code === 0 ? null : said || `it ended with ${code ?? 'a signal'}`)
    })
    child.on('close', closed)
  })
}

/** Absolute paths alone: what a folder brings along is no fence. */
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
