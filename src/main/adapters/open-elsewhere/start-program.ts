import { spawn } from 'node:child_process'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { guard } from '../../runtime/guard.ts'
import { withOwnDumps } from '../processes/spawn/crash-dumps.ts'
import { NEVER, within } from '../system/within.ts'
import { fileFault } from '../system/file-fault.ts'
import type { Start } from './find-folder-program.ts'

/** A program that fails within this time has opened nothing; one that runs longer has opened it (ms). */
const AT_ONCE_MS = 2_000

export interface StartRequest extends Start {
  /** For people. */
  readonly name: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Starts one of the user's programs: it is not supervised, has its own process group, and continues when Phoenix ends. No
 * shell reads the arguments. The error is a sentence. Never rejects.
 */
export async function startProgram(request: StartRequest): Promise<Result<null, string>> {
  const { name, program, args, folder, environment } = request
  const cannot = (why: string): Result<null, string> =>
    failed(`${name} could not be opened: ${why}.`)
  try {
    const options = {
      cwd: folder,
      env: { ...environment },
      detached: true,
      stdio: 'ignore',
    } as const
    const child = withOwnDumps(() => spawn(program, args, options))
    child.unref()
    const ended = new Promise<Result<null, string>>((resolve) => {
      const onError = guard('a program that opens a file', (error: Error) =>
        resolve(cannot(fileFault(error))),
      )
      const onExit = guard('a program that opens a file', (code: number | null) =>
        resolve(code === 0 || code === null ? ok(null) : cannot(`it ended with exit code ${code}`)),
      )
      child.once('error', onError)
      child.once('exit', onExit)
    })
    const answer = await within(ended, AT_ONCE_MS, NEVER)
    return answer.type === 'done' ? answer.value : ok(null)
  } catch (error) {
    return cannot(fileFault(error))
  }
}
