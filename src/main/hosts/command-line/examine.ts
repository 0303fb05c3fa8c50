import { spawnSync } from 'node:child_process'
import { existsSync, fsyncSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import Database from 'better-sqlite3'
import { good, missing, note } from '../../../cli/doctor.ts'
import type { Finding } from '../../../shared/doctor-report.ts'
import type { Result } from '../../../shared/result.ts'
import {
  neighbourOf,
  removeQuietly,
  writeUnsynced,
} from '../../adapters/data-folder/atomic-file.ts'
import { checkFile } from '../../adapters/sqlite/check-file.ts'
import { quickCheck } from '../../adapters/sqlite/upkeep/quick-check.ts'
import { fileFault } from '../../adapters/system/file-fault.ts'
import { findProgram, isProgram } from '../../adapters/system/find-program.ts'
import { ripgrepPath } from '../../adapters/ripgrep/run-ripgrep.ts'

const NODE_MAJOR = 24
const LIMIT_MS = 5_000

/** The findings of `phoenix doctor` that need no host. Nothing stays changed. `dataFolder`: why it cannot be used, or its path. */
export async function examine(
  dataFolder: Result<string, string>,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly Finding[]> {
  return [
    node(),
    await ripgrep(),
    program(environment, {
      name: 'git',
      without: 'the agent cannot see what changed',
      from: installHint(platform, {
        linux: 'sudo apt install git',
        darwin: 'xcode-select --install',
        page: 'https://git-scm.com',
      }),
    }),
    program(environment, {
      name: 'gh',
      without: 'no work can start from a GitHub issue',
      from: installHint(platform, {
        linux: 'sudo apt install gh, then gh auth login',
        darwin: 'brew install gh, then gh auth login',
        page: 'https://cli.github.com',
      }),
    }),
    ...(platform === 'linux' ? [browser(environment), keyring(environment)] : []),
    ...(dataFolder.ok
      ? [folder(dataFolder.value), database(dataFolder.value)]
      : [missing('Data folder: cannot be used', dataFolder.error)]),
  ]
}

function node(): Finding {
  const { node: version } = process.versions
  return Number(version.split('.')[0]) >= NODE_MAJOR
    ? good(`Node ${version}`)
    : missing(
        `Node ${version} is too old`,
        `Install Node ${NODE_MAJOR} or newer from https://nodejs.org.`,
      )
}

async function ripgrep(): Promise<Finding> {
  const path = await ripgrepPath()
  const version = path === null ? null : versionOf(path)
  return version === null
    ? missing('ripgrep: does not run, so nothing can be searched', 'Run npm ci, which installs it.')
    : good(version)
}

/** A program that Phoenix can do without. */
function program(
  environment: NodeJS.ProcessEnv,
  wanted: { readonly name: string; readonly without: string; readonly from: string },
): Finding {
  const { from, name, without } = wanted
  const path = programOn(environment, name)
  if (path === null) return note(`${name}: not found, so ${without}`, from)
  const version = versionOf(path)
  return version === null
    ? note(`${name}: ${path} does not run, so ${without}`, `Install it again. ${from}`)
    : good(version)
}

function browser(environment: NodeJS.ProcessEnv): Finding {
  return programOn(environment, 'xdg-open') === null
    ? note(
        'Browser: xdg-open was not found, so you have to open links and the app yourself',
        'Install it, for example: sudo apt install xdg-utils.',
      )
    : good('Browser: opened with xdg-open')
}

/** Services that store secrets for the desktop app. */
const KEYRINGS = ['gnome-keyring-daemon', 'kwalletd6', 'kwalletd5', 'keepassxc']

function keyring(environment: NodeJS.ProcessEnv): Finding {
  const found = KEYRINGS.find((name) => programOn(environment, name) !== null)
  return found === undefined
    ? note(
        'System keyring: none was found, so the desktop app can only keep keys until it quits',
        'Install one, for example: sudo apt install gnome-keyring.',
      )
    : good(`System keyring: ${found}, for the desktop app`)
}

function installHint(
  platform: NodeJS.Platform,
  sources: { readonly linux: string; readonly darwin: string; readonly page: string },
): string {
  if (platform !== 'linux' && platform !== 'darwin') return `Install it from ${sources.page}.`
  return `Install it, for example: ${sources[platform]}.`
}

/** Finds a program by its path, or by its name on PATH. */
export function hasProgram(name: string, environment: NodeJS.ProcessEnv): boolean {
  return isAbsolute(name) ? isProgram(name) : programOn(environment, name) !== null
}

function programOn(environment: NodeJS.ProcessEnv, name: string): string | null {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name]
  return findProgram(names, folders)
}

function versionOf(program: string): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    cwd: '/',
  })
  return status === 0 ? (stdout.split('\n')[0] ?? '') : null
}

/** A few bytes may still fit on a full disk. */
const PROBE = Buffer.alloc(64 * 1024)

/** Permissions alone do not show that a disk is full, read-only or over its quota. */
function folder(path: string): Finding {
  const probe = neighbourOf(join(path, 'doctor'))
  try {
    writeUnsynced(probe, PROBE, 0o600, fsyncSync)
    return good(`Data folder: ${path}, writable`)
  } catch (error) {
    const advice = 'Make room or the folder writable, or name another with --data.'
    return missing(`Data folder: ${path} cannot be written to: ${fileFault(error)}`, advice)
  } finally {
    removeQuietly(probe)
  }
}

/** Read-only, because the host may have it open. */
function database(dataFolder: string): Finding {
  const file = join(dataFolder, 'phoenix.db')
  if (!existsSync(file)) return good('Database: none yet')
  const checked = checkFile(file)
  if (!checked.ok) return missing('Database', checked.error.sentence)
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const fault = quickCheck(db)
    return fault === null
      ? good(`Database: format ${checked.value}, undamaged`)
      : missing('Database: damaged', `Start the app: it shows what can be restored. ${fault}`)
  } finally {
    db.close()
  }
}
