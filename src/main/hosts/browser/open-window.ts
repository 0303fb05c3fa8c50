import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { personsEnvironment } from '../../adapters/processes/spawn/clean-environment.ts'
import { findProgram } from '../../adapters/system/find-program.ts'

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
]

export interface WindowOptions {
  readonly address: string
  /** A separate browser profile without extensions, which could read the page. */
  readonly profileFolder: string
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
}

/** A program and its arguments; null if there is no display or no known browser. */
export type Opener = { readonly program: string; readonly args: readonly string[] } | null

/** How to open a window of an installed browser on this system. Looks for files, runs nothing. */
export function openerOf(options: WindowOptions): Opener {
  const { address, environment, platform } = options
  if (platform === 'darwin') return { program: '/usr/bin/open', args: [address] }
  if (platform === 'win32') {
    return { program: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', address] }
  }
  const hasDisplay = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some(Boolean)
  const program = hasDisplay ? findBrowser(environment['PATH'] ?? '') : null
  return program === null ? null : { program, args: chromiumArguments(options) }
}

/**
 * Other processes of this account can read the address in the arguments: its code works once and for 60 s, and the window
 * uses it at once.
 */
function chromiumArguments(options: WindowOptions): readonly string[] {
  const own = [
    `--app=${options.address}`,
    `--user-data-dir=${options.profileFolder}`,
    '--no-first-run',
    '--no-default-browser-check',
  ]
  // Chromium refuses to run as root with its sandbox on.
  return process.getuid?.() === 0 ? [...own, '--no-sandbox', '--test-type'] : own
}

function findBrowser(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return findProgram(BROWSERS, folders)
}

/**
 * Opens a window; returns null if that is not possible. The window gets its own process group and standard streams, and no
 * keys: no program has taken them out of the environment yet if one runs already, or its database is prepared or damaged.
 */
export function openWindow(options: WindowOptions): ChildProcess | null {
  const opener = openerOf(options)
  if (opener === null) return null
  const env = personsEnvironment(options.environment)
  const child = spawn(opener.program, opener.args, { detached: true, stdio: 'ignore', env })
  // The address is printed in any case.
  child.on('error', () => undefined)
  child.unref()
  return child
}
