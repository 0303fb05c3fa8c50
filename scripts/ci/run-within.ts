import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a command until it ends or its time is up; then ends its whole process group. */
export async function runWithin(
  ms: number,
  [program = '', ...words]: readonly string[],
  cwd: string,
): Promise<{ readonly exitCode: number; readonly isCut: boolean }> {
  const child = spawn(program, words, {
    cwd,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let isCut = false
  const timer = setTimeout(
    () => {
      isCut = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
    Math.max(0, ms),
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  return { exitCode: code ?? 1, isCut }
}
