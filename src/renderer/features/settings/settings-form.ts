import type { SettingsChange, SettingsView } from '../../../shared/settings.ts'
import { labelOfModel } from '../words.ts'

/** What stands in the fields. `removesKey`: Save takes the saved key away. */
export interface SettingsFields {
  readonly model: string
  readonly apiKey: string
  readonly baseUrl: string
  readonly removesKey: boolean
}

export function fieldsOf(settings: SettingsView): SettingsFields {
  const { model, baseUrl } = settings
  return { model: model ?? '', apiKey: '', baseUrl: baseUrl ?? '', removesKey: false }
}

/** An empty key field keeps the saved key; an empty model or address means automatic. */
export function changeOf(fields: SettingsFields): SettingsChange {
  const apiKey = fields.apiKey.trim()
  return {
    model: fields.model.trim() || null,
    baseUrl: fields.baseUrl.trim() || null,
    apiKey: apiKey === '' ? (fields.removesKey ? '' : null) : apiKey,
  }
}

export interface SettingsNotes {
  readonly model: string
  readonly apiKey: string
  readonly keyPlaceholder: string
  readonly baseUrl: string
}

/** What stands below each field: where the value in force comes from. */
export function notesOf(settings: SettingsView): SettingsNotes {
  const { keySource, baseUrlSource } = settings
  const isKeyFromOutside = keySource === 'environment'
  return {
    model: `Empty means automatic. In force now: ${labelOfModel(settings.modelInForce)}.`,
    apiKey: isKeyFromOutside
      ? `For this run, ANTHROPIC_API_KEY of the environment wins. ${settings.keyPlace}`
      : settings.keyPlace,
    keyPlaceholder: placeholderOf(keySource),
    baseUrl:
      baseUrlSource === 'environment'
        ? `For this run, ANTHROPIC_BASE_URL of the environment wins: ${settings.baseUrlInForce}`
        : `In force now: ${settings.baseUrlInForce}`,
  }
}

function placeholderOf(source: SettingsView['keySource']): string {
  if (source === 'settings') return 'A key is saved'
  return source === 'environment' ? 'A key comes from the environment' : 'No key is saved'
}
