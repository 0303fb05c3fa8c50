import { execFile, type ExecFileException } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { ProgramEnd } from '../../../cli/terminal.ts'
import { fileFault } from '../../adapters/system/file-fault.ts'
import { guard } from '../../runtime/guard.ts'

const LIMIT_MS = 60_000
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** Runs one of the user's programs as they would: with their environment. It ends with this process. */
export function runProgram(
  name: string,
  args: readonly string[],
  folder: string,
): Promise<ProgramEnd> {
  const options = {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
  } as const
  return new Promise((resolve) => {
    const child = execFile(name, [...args], options, (error, out, err) => {
      process.off('exit', end)
      if (error === null) return resolve({ type: 'ended', code: 0, out, err })
      if (isMissing(error.code) && canBeEntered(folder)) return resolve({ type: 'missing' })
      if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return resolve({ type: 'tooMuch' })
      if (error.killed === true) return resolve({ type: 'tooSlow' })
      if (typeof error.code === 'number')
        return resolve({ type: 'ended', code: error.code, out, err })
      // It did not start, or a signal ended it.
      const why = error.code === undefined ? err : `in ${folder}: ${fileFault(error)}`
      resolve({ type: 'ended', code: 1, out, err: why })
    })
    const end = guard('a program that outlives the command', () => child.kill('SIGKILL'))
    process.on('exit', end)
    child.stdin?.on(
      'error',
      guard('a program that does not read its input', () => undefined),
    )
    child.stdin?.end()
  })
}

/** The second: something on PATH may not be read or run, and nothing else has the name. */
function isMissing(code: ExecFileException['code']): boolean {
  return code === 'ENOENT' || code === 'EACCES'
}

function canBeEntered(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
