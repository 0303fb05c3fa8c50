import { failed } from '../../../../shared/result.ts'
import type { OpenerPort } from '../../ports/opener-port.ts'

const NOTHING = Promise.resolve(failed('There is no program here.'))

/** A computer without an editor. */
export const NO_OPENER: OpenerPort = {
  openFile: () => NOTHING,
  openFolder: () => NOTHING,
  editor: () => NOTHING,
}
