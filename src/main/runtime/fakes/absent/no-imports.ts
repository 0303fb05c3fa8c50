import { failed } from '../../../../shared/result.ts'
import type { ImportPort } from '../../ports/import-port.ts'

/** No sessions to import. */
export const NO_IMPORTS: ImportPort = {
  find: () => Promise.resolve(failed('There is none.')),
  readFound: () => Promise.resolve(failed('There is none.')),
  readFile: () => Promise.resolve(failed('There is none.')),
}
