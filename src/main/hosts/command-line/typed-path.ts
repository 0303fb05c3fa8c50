import { resolve } from 'node:path'
import { accountHome } from '../../adapters/system/account-home.ts'

/**
 * The absolute path of one that a person typed. Shells leave a `~` that follows `=` or is quoted; as a name it would be a
 * surprise.
 */
export function typedPath(path: string): string {
  return resolve(path.replace(/^~(?=$|[/\\])/, accountHome))
}
