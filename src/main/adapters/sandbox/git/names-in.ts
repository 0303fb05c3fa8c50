import { readdirSync } from 'node:fs'
import { faultCode } from '../../system/file-fault.ts'

/** Lists a folder; a missing one is empty. Null if there may be names, but this account has no permission to list them. */
export function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder)
  } catch (error) {
    return faultCode(error) === 'EACCES' ? null : []
  }
}
