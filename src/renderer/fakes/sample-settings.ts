import { DEFAULT_BEHAVIOUR, type SettingsView } from '../../shared/settings.ts'

/** As they are where nothing was set. */
export const SAMPLE_SETTINGS: SettingsView = {
  model: null,
  modelInForce: 'demo',
  endpoints: [],
  knownModels: ['claude-sonnet-5-5'],
  favouriteModels: [],
  contextTokens: {},
  effortLevels: {},
  baseUrl: null,
  baseUrlSource: 'none',
  baseUrlInForce: 'https://api.anthropic.com',
  timeouts: {},
  automaticTitles: null,
  titlesInForce: true,
  titlesSource: 'none',
  keySource: 'none',
  keyRest: null,
  keys: { keyring: 'unasked', rest: 'file', folder: '/home/me/.local/share/phoenix' },
  telemetryEndpoint: null,
  telemetrySource: 'none',
  telemetryInForce: false,
  telemetryProblem: null,
  behaviour: DEFAULT_BEHAVIOUR,
  permissionSource: 'none',
  notices: [],
}
