import { assertNever } from '../../../../shared/assert-never.ts'
import type {
  Behaviour,
  SettingsChange,
  SettingsView,
  TurnLimits,
} from '../../../../shared/settings/settings.ts'
import { wordsOfPermission } from '../../permissions/permission-words.ts'
import { labelOfModel } from '../../words.ts'
import { type DeadlineFields, deadlineFields } from './deadline-form.ts'
import { placeholderOfKey, wordsOfRest } from './key-words.ts'
import { LIMIT_NAMES } from './limit-words.ts'

/** What stands in the fields. `removesKey`: Save takes the saved key away. */
export interface SettingsFields {
  readonly model: string
  readonly apiKey: string
  readonly baseUrl: string
  readonly removesKey: boolean
  /** Of the Anthropic endpoint. */
  readonly deadlines: DeadlineFields
  /** Null until a person decides. */
  readonly automaticTitles: boolean | null
  readonly telemetryEndpoint: string
  readonly behaviour: BehaviourFields
}

/** Of the models and the editor '' is none. */
export type BehaviourFields = Omit<Behaviour, TextField> & Readonly<Record<TextField, string>>
type TextField = 'fallbackModel' | 'explorerModel' | 'editorCommand'

export function fieldsOf(settings: SettingsView): SettingsFields {
  const { model, baseUrl, automaticTitles } = settings
  const telemetryEndpoint = settings.telemetryEndpoint ?? ''
  const texts = { model: model ?? '', apiKey: '', baseUrl: baseUrl ?? '', telemetryEndpoint }
  const fallbackModel = settings.behaviour.fallbackModel ?? ''
  const explorerModel = settings.behaviour.explorerModel ?? ''
  const editorCommand = settings.behaviour.editorCommand ?? ''
  const behaviour = { ...settings.behaviour, fallbackModel, explorerModel, editorCommand }
  const deadlines = deadlineFields(settings.timeouts)
  return { ...texts, removesKey: false, deadlines, automaticTitles, behaviour }
}

/**
 * An empty key field keeps the saved key; an empty model or address means automatic, an empty telemetry endpoint none. Of the behaviour only what a person
 * has changed is saved: the rest may come from elsewhere.
 */
export function changeOf(fields: SettingsFields, opened: SettingsFields): SettingsChange {
  const apiKey = fields.apiKey.trim()
  return {
    model: fields.model.trim() || null,
    baseUrl: fields.baseUrl.trim() || null,
    apiKey: apiKey === '' ? (fields.removesKey ? '' : null) : apiKey,
    automaticTitles: fields.automaticTitles,
    telemetryEndpoint: fields.telemetryEndpoint.trim() || null,
    behaviour: changedBehaviour(fields.behaviour, opened.behaviour),
  }
}

function changedBehaviour(
  now: BehaviourFields,
  before: BehaviourFields,
): SettingsChange['behaviour'] {
  const fallbackModel = now.fallbackModel.trim()
  const explorerModel = now.explorerModel.trim()
  const editorCommand = now.editorCommand.trim()
  return {
    ...(now.busyPolicy !== before.busyPolicy && { busyPolicy: now.busyPolicy }),
    ...(now.debounceMs !== before.debounceMs && { debounceMs: now.debounceMs }),
    ...(now.enterWhileBusy !== before.enterWhileBusy && { enterWhileBusy: now.enterWhileBusy }),
    ...(now.autoCompact !== before.autoCompact && { autoCompact: now.autoCompact }),
    ...(fallbackModel !== before.fallbackModel && { fallbackModel: fallbackModel || null }),
    ...(explorerModel !== before.explorerModel && { explorerModel: explorerModel || null }),
    ...(editorCommand !== before.editorCommand && { editorCommand: editorCommand || null }),
    ...(now.effort !== before.effort && { effort: now.effort }),
    ...(now.keepTrying !== before.keepTrying && { keepTrying: now.keepTrying }),
    ...(now.webSearch !== before.webSearch && { webSearch: now.webSearch }),
    ...(now.permissionMode !== before.permissionMode && { permissionMode: now.permissionMode }),
    ...changedLimits(now, before),
  }
}

function changedLimits(now: TurnLimits, before: TurnLimits): Partial<TurnLimits> {
  const changed = LIMIT_NAMES.filter((name) => now[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}

export interface SettingsNotes {
  readonly model: string
  readonly apiKey: string
  readonly keyPlaceholder: string
  readonly baseUrl: string
  readonly titles: string
  readonly telemetry: string
  /** Beside what the chosen permissions mean; '' where there is no more to say. */
  readonly permissions: string
}

/** What stands below each field: where the value in force comes from. */
export function notesOf(settings: SettingsView): SettingsNotes {
  const { baseUrlSource } = settings
  return {
    model: `Empty means automatic. Current: ${labelOfModel(settings.modelInForce)}.`,
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
    ? `There is no key yet. It will be kept ${wordsOfRest(keys.rest, keys.folder)}.`
    : `The key is kept ${wordsOfRest(keyRest, keys.folder)}.`
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
  'Where to send traces and metrics: names, numbers and durations, never what was said. Empty: nowhere.'

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
