import { execFile } from 'node:child_process'
import type { ProgramEnd } from '../../../cli/terminal.ts'
import { guard } from '../../runtime/guard.ts'

const LIMIT_MS = 60_000
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/** Runs one of the user's programs as they would: with their environment. It ends with this process's Ctrl+C. */
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
      if (error === null) return resolve({ type: 'ended', code: 0, out, err })
      if (error.code === 'ENOENT') return resolve({ type: 'missing' })
      if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return resolve({ type: 'tooMuch' })
      if (error.killed === true) return resolve({ type: 'tooSlow' })
      resolve({ type: 'ended', code: Number(error.code ?? 1), out, err })
    })
    child.stdin?.on(
      'error',
      guard('a program that does not read its input', () => undefined),
    )
    child.stdin?.end()
  })
}
