import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import Database from 'better-sqlite3'
import { good, missing, note } from '../../../cli/doctor.ts'
import type { Finding } from '../../../cli/terminal.ts'
import { checkFile } from '../../adapters/sqlite/check-file.ts'
import { quickCheck } from '../../adapters/sqlite/upkeep/quick-check.ts'
import { findProgram } from '../../adapters/system/find-program.ts'
import { ripgrepPath } from '../../adapters/ripgrep/run-ripgrep.ts'

const NODE_MAJOR = 24
const LIMIT_MS = 5_000

/** What `phoenix doctor` finds out without a host. Changes nothing. */
export async function examine(
  dataFolder: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  return [
    node(),
    await ripgrep(),
    git(environment),
    good(`Data folder: ${dataFolder}, writable`),
    database(dataFolder),
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
  const said = path === null ? null : versionOf(path)
  return said === null
    ? missing('ripgrep: does not run, so nothing can be searched', 'Run npm ci, which installs it.')
    : good(said)
}

function git(environment: NodeJS.ProcessEnv): Finding {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const path = findProgram(process.platform === 'win32' ? ['git.exe'] : ['git'], folders)
  const said = path === null ? null : versionOf(path)
  return said === null
    ? note(
        'git: not found, so the agent cannot see what changed',
        'Install it, for example: sudo apt install git.',
      )
    : good(said)
}

function versionOf(program: string): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    cwd: '/',
  })
  return status === 0 ? (stdout.split('\n')[0] ?? '') : null
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
      : missing('Database: damaged', `Start the app: it says what can be restored. ${fault}`)
  } finally {
    db.close()
  }
}
