import { appError } from '../../../../shared/app-error.ts'
import { failed } from '../../../../shared/result.ts'
import type { SettingsControl } from '../../ports/access/settings-control.ts'

const NONE = failed(appError('invalidInput', 'No endpoint can be added here.'))
const UNTESTED = { works: false, message: NONE.error.message }

/** Settings without added endpoints. */
export const NO_ENDPOINTS: Pick<
  SettingsControl,
  'test' | 'saveEndpoint' | 'removeEndpoint' | 'wantedKind' | 'testEndpoint' | 'modelsOf'
> = {
  test: async () => ({ works: true, message: 'It works.' }),
  saveEndpoint: () => NONE,
  removeEndpoint: () => NONE,
  wantedKind: () => null,
  testEndpoint: async () => UNTESTED,
  modelsOf: async () => ({ models: [], problem: UNTESTED.message }),
}
