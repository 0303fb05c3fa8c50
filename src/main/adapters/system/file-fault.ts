import { constants } from 'node:os'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { DiskFault } from '../../core/machine/store-fault.ts'

/** Our own code, for a device, a pipe or a socket where only a file is read or replaced. */
export const NOT_A_FILE = 'ENOTFILE'

/**
 * The reason why a file operation failed, as the end of a sentence ("the disk is full"). The error's code decides, never its
 * text; an error without a code is given only by its name.
 */
export function fileFault(error: unknown): string {
  switch (faultCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full'
    case 'EROFS':
      return 'the disk is read-only'
    case 'EACCES':
    case 'EPERM':
      return 'this account has no permission'
    case 'ENOENT':
      return 'it does not exist'
    case 'ENOTDIR':
    case 'EEXIST':
      return 'there is a file where a folder should be'
    case 'EISDIR':
      return 'there is a folder where a file should be'
    case 'EFBIG':
      return 'it is too large'
    case NOT_A_FILE:
      return 'it is no ordinary file'
    case 'ELOOP':
      return 'its links form a loop'
    case 'ENAMETOOLONG':
      return 'its name is too long'
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open'
    case 'ESTALE':
    case 'ENOTCONN':
    case 'EHOSTDOWN':
      return 'its disk does not answer'
    case 'EIO':
      return 'the disk reports an error'
    default:
      return 'the system refused'
  }
}

/** The system's code of an error (`ENOENT`), '' if it has none. */
export function faultCode(error: unknown): string {
  // Node has no name for it: "Unknown system error -122".
  if (error instanceof Error && 'errno' in error && error.errno === -constants.errno.EDQUOT)
    return 'EDQUOT'
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : ''
}

/** True if nothing exists at the path. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(faultCode(error))
}

/** Null if nothing exists at the path; whatever else goes wrong says nothing about that. The error ends a sentence. */
export async function ifThere<Value>(
  looking: Promise<Value>,
): Promise<Result<Value | null, string>> {
  try {
    return ok(await looking)
  } catch (error) {
    return isAbsence(error) ? ok(null) : failed(fileFault(error))
  }
}

/** The same for stored data: the fault to report to the user. */
export function diskFault(error: unknown): DiskFault {
  const code = faultCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full'
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM' ? 'readOnly' : 'io'
}
