import { failed } from '../../../../shared/result.ts'
import type { ImportPort } from '../../ports/import-port.ts'

/** No sessions to import. */
export const NO_IMPORTS: ImportPort = {
  find: () => Promise.resolve(failed('There is none.')),
  readFound: () => Promise.resolve(failed('There is none.')),
  hold: () => Promise.resolve(failed('There is none.')),
  look: () => Promise.resolve(failed('There is none.')),
  readExport: () => Promise.resolve(failed('There is none.')),
}
