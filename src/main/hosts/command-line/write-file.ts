import { fstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { replaceFile } from '../../adapters/data-folder/atomic-file.ts'
import { fault, requireFile } from '../../adapters/data-folder/regular-file.ts'
import { fileFault, NOT_A_FILE } from '../../adapters/system/file-fault.ts'
import { typedPath } from './typed-path.ts'

/** As for any file that the user creates: the umask applies. */
const FILE_MODE = 0o666
const STDOUT = 1

/** Writes the file that a person named, completely or not at all. The error is a sentence for people. */
export function writeFile(path: string, text: string): Result<null, string> {
  try {
    replaceFile(placeOf(typedPath(path)), Buffer.from(text), FILE_MODE & ~process.umask())
    return ok(null)
  } catch (error) {
    return failed(`${path} could not be written: ${fileFault(error)}.`)
  }
}

/**
 * A link stays, and the file that it leads to is replaced. A device or a pipe is not: `/dev/stdout` would be a file from
 * then on, for everybody.
 */
function placeOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return path
  requireFile(stats, path)
  if (isStandardOutput(stats)) throw fault(NOT_A_FILE, `${path} is the output`)
  return realpathSync(path)
}

function isStandardOutput({ dev, ino }: Stats): boolean {
  try {
    const output = fstatSync(STDOUT)
    return output.dev === dev && output.ino === ino
  } catch {
    return false
  }
}
