import { DEFAULT_BEHAVIOUR, type SettingsView } from '../../../shared/settings.ts'

export const SETTINGS: SettingsView = {
  model: null,
  modelInForce: 'claude-test',
  knownModels: [],
  favouriteModels: [],
  contextTokens: {},
  effortLevels: {},
  endpoints: [],
  baseUrl: null,
  baseUrlSource: 'none',
  baseUrlInForce: 'http://127.0.0.1',
  automaticTitles: null,
  titlesInForce: false,
  titlesSource: 'none',
  keySource: 'none',
  keyRest: null,
  keys: { keyring: 'unasked', rest: 'file', folder: '/home/me/.local/share/phoenix' },
  behaviour: DEFAULT_BEHAVIOUR,
  permissionSource: 'none',
  notices: [],
}
