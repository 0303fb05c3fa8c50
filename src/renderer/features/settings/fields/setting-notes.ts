import { assertNever } from '../../../../shared/assert-never.ts'
import type { SettingsView } from '../../../../shared/settings/settings.ts'
import { wordsOfPermission } from '../../../../client/words/permission-words.ts'
import { labelOfModel } from '../../../../client/words/model-words.ts'
import { placeholderOfKey, wordsOfStorage } from './key-words.ts'

export interface SettingsNotes {
  readonly model: string
  readonly apiKey: string
  readonly keyPlaceholder: string
  readonly baseUrl: string
  readonly titles: string
  readonly telemetry: string
  /** Added to the description of the chosen permissions; '' if there is nothing to add. */
  readonly permissions: string
}

/**
 * What a setting's field says if its value in settings.json is wrong; '' if it is not. `name`: as in the file. `used`: what
 * applies, in words.
 */
export function wrongNote(settings: SettingsView | null, name: string, used: string): string {
  const isWrong = settings?.wrongValues.some((each) => each === name || each.startsWith(`${name}.`))
  return isWrong === true ? `Its value in settings.json is wrong. Used instead: ${used}.` : ''
}

/** The notes below the fields: the origins of the values in force. */
export function notesOf(settings: SettingsView): SettingsNotes {
  const { baseUrlSource } = settings
  return {
    model: `Leave empty to choose automatically. Current: ${labelOfModel(settings.modelInForce, settings)}.`,
    apiKey: keyNote(settings),
    keyPlaceholder: keyPlaceholder(settings),
    baseUrl:
      baseUrlSource === 'environment'
        ? `The environment variable ANTHROPIC_BASE_URL overrides this: ${settings.baseUrlInForce}`
        : `Current: ${settings.baseUrlInForce}`,
    titles: titlesNote(settings),
    telemetry: telemetryNote(settings),
    permissions: permissionsNote(settings),
  }
}

function keyNote({ keyRest, keys, keySource }: SettingsView): string {
  if (keySource === 'environment') {
    return 'The environment variable ANTHROPIC_API_KEY overrides this. It is not saved.'
  }
  return keyRest === null
    ? `There is no key yet. It will be kept ${wordsOfStorage(keys.rest, keys.folder)}.`
    : `The key is kept ${wordsOfStorage(keyRest, keys.folder)}.`
}

function keyPlaceholder({ keyRest, keySource }: SettingsView): string {
  return keySource === 'environment'
    ? 'A key comes from the environment'
    : placeholderOfKey(keyRest)
}

function permissionsNote({ permissionSource, behaviour }: SettingsView): string {
  switch (permissionSource) {
    case 'environment':
      return `The environment variable PHOENIX_PERMISSIONS overrides this: ${wordsOfPermission(behaviour.permissionMode)}.`
    case 'settings':
    case 'none':
      return ''
    default:
      return assertNever(permissionSource)
  }
}

const TELEMETRY =
  'Where to send traces and metrics: names, numbers and durations, never what was said. Leave empty to send nothing.'

function telemetryNote(settings: SettingsView): string {
  const { telemetryInForce, telemetryProblem, telemetrySource } = settings
  switch (telemetrySource) {
    case 'environment':
      if (telemetryProblem !== null) {
        return `The environment variable OTEL_EXPORTER_OTLP_ENDPOINT overrides this, and nothing is sent. ${telemetryProblem}`
      }
      return telemetryInForce
        ? 'The environment variable OTEL_EXPORTER_OTLP_ENDPOINT overrides this.'
        : 'The environment variable OTEL_SDK_DISABLED turns it off.'
    case 'settings':
    case 'none':
      return TELEMETRY
    default:
      return assertNever(telemetrySource)
  }
}

const TITLES = 'After the first turn, one short request asks the model for a title.'

function titlesNote({ titlesSource, titlesInForce }: SettingsView): string {
  switch (titlesSource) {
    case 'environment':
      return `${TITLES} The environment variable PHOENIX_TITLES turns it ${titlesInForce ? 'on' : 'off'}.`
    case 'settings':
      return TITLES
    case 'none':
      return `${TITLES} Automatic only with the default endpoint.`
    default:
      return assertNever(titlesSource)
  }
}
