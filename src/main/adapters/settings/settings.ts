import { changedValues, defined } from './changed-values.ts'
import { changedFavourites, changedHidden } from './listed-models.ts'
import { appError, type AppError } from '../../../shared/app-error.ts'
import type { KeyStorage } from '../../../shared/models/key-storage.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL } from '../../../shared/models/model-name.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import {
  Behaviour,
  DEFAULT_BEHAVIOUR,
  type SettingSource,
  type SettingsChange,
  type SettingsView,
} from '../../../shared/settings/settings.ts'
import { OwnTimeouts } from '../../../shared/models/timeouts.ts'
import type { Collector } from '../telemetry/collector.ts'
import { type ReplaceFile, writeAtomically } from '../data-folder/atomic-file.ts'
import { BAD_KEY, isHeaderSafe } from '../secrets/api-key.ts'
import { checkBaseUrl, checkTelemetryEndpoint, DEFAULT_BASE_URL } from './base-url.ts'
import { takeFromEnvironment, type EnvironmentSettings } from './environment-settings.ts'
import { CLAUDE_MODELS, NEWEST_SONNET } from './known-models.ts'
import type { Keyring } from '../secrets/secret-box.ts'
import { openSecrets, type Secrets } from '../secrets/secrets.ts'
import { SettingsFile, type SavedSettings } from './settings-file.ts'

/** The settings for the model adapters. The key goes nowhere else. */
export interface ResolvedSettings {
  readonly model: string
  readonly baseUrl: string
  /** The timeouts of the Anthropic endpoint that the user has set. */
  readonly timeouts: OwnTimeouts
  readonly apiKey: string | null
  /** True if a model of the Anthropic endpoint generates the titles of conversations. */
  readonly automaticTitles: boolean
  /** True if the user has asked for titles, which applies to every endpoint. */
  readonly wantsTitles: boolean
  /** The destination of traces and metrics; null if there is none. */
  readonly collector: Collector | null
  readonly behaviour: Behaviour
}

export interface Settings {
  /** The settings for the screen, never with the key. */
  view(): SettingsView
  /** Saves and applies a change. On an error nothing has changed. */
  save(change: SettingsChange): Result<SettingsView, AppError>
  /** Changes how all keys are stored. On an error nothing has changed. */
  keepKeys(storage: KeyStorage): Result<null, AppError>
  /** Calls the listener after every save, once it applies. */
  onSaved(listener: () => void): void
  /** The current settings. */
  resolve(): ResolvedSettings
  /** The settings with this change, without saving it. */
  preview(change: SettingsChange): Result<ResolvedSettings, AppError>
  /** Sentences for people about files that could not be used. */
  readonly notices: readonly string[]
  /** The secrets of all endpoints. */
  readonly secrets: Secrets
}

interface Saved {
  readonly file: SavedSettings
  readonly key: string | null
}

/**
 * Reads the settings of a data folder that this process has locked. ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, PHOENIX_TITLES
 * and PHOENIX_PERMISSIONS in `environment` take precedence for this run and are removed from it, so no tool inherits them;
 * its telemetry settings take precedence too (`takeCollector`). `onSecret` receives every key before it is used, so the log
 * can redact it. The error is a sentence for people about an invalid environment.
 */
export function openSettings(from: {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  readonly keyring: Keyring
  /** ms since 1970. */
  readonly now: () => number
  readonly onSecret: (secret: string) => void
  readonly replace?: ReplaceFile
}): Result<Settings, string> {
  const { folder, keyring, now, onSecret, replace = writeAtomically } = from
  const environment = takeFromEnvironment(from.environment, onSecret)
  if (!environment.ok) return environment
  const own = new SettingsFile(folder, now, replace)
  const secrets = openSecrets({ folder, keyring, choice: () => own.read(), now })
  const keyNotice = secrets.load(ANTHROPIC_ENDPOINT)
  const notices = (): readonly string[] =>
    [...own.notices, keyNotice].filter((each) => each !== null)
  let onSaved: (() => void) | null = null
  const saved = (): Saved => ({ file: own.content, key: secrets.find(ANTHROPIC_ENDPOINT) })
  const view = (): SettingsView =>
    viewOf(saved(), environment.value, secrets, {
      notices: notices(),
      wrongValues: own.wrongValues,
    })
  for (const key of [environment.value.apiKey, saved().key]) if (key !== null) onSecret(key)

  /** The key is announced for redaction before it is used. */
  function changedBy(change: SettingsChange): Result<Saved, AppError> {
    const next = changed(saved(), change)
    if (next.ok && next.value.key !== null) onSecret(next.value.key)
    return next
  }

  /** Writes everything or nothing: changes of secrets are undone if the settings cannot be written. */
  function write(next: SavedSettings, change: object, undo: () => void): Result<null, AppError> {
    const written = own.write(next, change)
    if (!written.ok) {
      undo()
      return failed(notSaved(written.error))
    }
    onSaved?.()
    return written
  }

  return ok({
    view,
    onSaved: (listener) => void (onSaved = listener),
    resolve: () => resolveOf(saved(), environment.value),
    preview: (change) => {
      const next = changedBy(change)
      return next.ok ? ok(resolveOf(next.value, environment.value)) : next
    },
    save: (change) => {
      const read = own.latest()
      if (!read.ok) return failed(notSaved(read.error))
      const next = changedBy(change)
      if (!next.ok) return next
      const { file: nextFile, key } = next.value
      const put = secrets.put(ANTHROPIC_ENDPOINT, key)
      if (!put.ok) return failed(appError('storage', put.error))
      const written = write(nextFile, change, put.value)
      return written.ok ? ok(view()) : written
    },
    keepKeys: (keyRest) => {
      const read = own.latest()
      if (!read.ok) return failed(notSaved(read.error))
      const moved = secrets.choose(keyRest)
      if (!moved.ok) return failed(appError('storage', moved.error))
      return write({ ...read.value, keyRest }, { keyRest }, moved.value)
    },
    get notices() {
      return notices()
    },
    secrets,
  })
}

function changed(saved: Saved, change: SettingsChange): Result<Saved, AppError> {
  const baseUrl = changedBaseUrl(saved, change)
  if (!baseUrl.ok) return failed(appError('invalidInput', baseUrl.error))
  const telemetry = changedTelemetry(saved, change)
  if (!telemetry.ok) return failed(appError('invalidInput', telemetry.error))
  const favourites = changedFavourites(saved.file.favouriteModels, change.favouriteModels ?? {})
  if (!favourites.ok) return failed(appError('invalidInput', favourites.error))
  const hidden = changedHidden(saved.file.hiddenModels, change.hiddenModels ?? {})
  if (!hidden.ok) return failed(appError('invalidInput', hidden.error))
  const apiKey = change.apiKey ?? null
  if (apiKey !== null && !isHeaderSafe(apiKey)) return failed(BAD_KEY)
  return ok({
    file: {
      ...saved.file,
      model: change.model === undefined ? saved.file.model : change.model || null,
      baseUrl: baseUrl.value,
      timeouts: changedValues(saved.file.timeouts, change.timeouts ?? {}),
      automaticTitles:
        change.automaticTitles === undefined ? saved.file.automaticTitles : change.automaticTitles,
      favouriteModels: favourites.value,
      hiddenModels: hidden.value,
      telemetryEndpoint: telemetry.value,
      behaviour: changedBehaviour(saved.file.behaviour, change.behaviour ?? {}),
    },
    key: apiKey === null ? saved.key : apiKey || null,
  })
}

function changedBaseUrl(
  { file }: Saved,
  { baseUrl: url }: SettingsChange,
): Result<string | null, string> {
  if (url === undefined) return ok(file.baseUrl)
  return url === null || url === '' ? ok(null) : checkBaseUrl(url)
}

function changedTelemetry(
  { file }: Saved,
  { telemetryEndpoint: url }: SettingsChange,
): Result<string | null, string> {
  if (url === undefined) return ok(file.telemetryEndpoint)
  return url === null || url === '' ? ok(null) : checkTelemetryEndpoint(url)
}

/** Shortcuts are changed one by one. */
function changedBehaviour(
  saved: SavedSettings['behaviour'],
  { shortcuts, ...change }: NonNullable<SettingsChange['behaviour']>,
): SavedSettings['behaviour'] {
  const next = { ...saved, ...defined(change) }
  return shortcuts === undefined
    ? next
    : { ...next, shortcuts: changedValues(saved?.shortcuts ?? {}, shortcuts) }
}

/** Without the fields that this version does not know. */
function knownTimeouts(saved: SavedSettings['timeouts']): OwnTimeouts {
  const { shape } = OwnTimeouts.unwrap()
  return Object.fromEntries(Object.entries(saved).filter(([name]) => Object.hasOwn(shape, name)))
}

function notSaved(why: string): AppError {
  return appError('storage', `The settings were not saved: ${why}. The previous ones still apply.`)
}

function resolveOf(saved: Saved, environment: EnvironmentSettings): ResolvedSettings {
  const apiKey = environment.apiKey ?? saved.key
  const baseUrl = environment.baseUrl ?? saved.file.baseUrl ?? DEFAULT_BASE_URL
  const titles = environment.automaticTitles ?? saved.file.automaticTitles
  return {
    model: saved.file.model ?? (apiKey === null ? DEMO_MODEL : NEWEST_SONNET),
    baseUrl,
    timeouts: knownTimeouts(saved.file.timeouts),
    apiKey,
    // Requests that nobody asked for go to another endpoint only if the user wants them.
    automaticTitles: titles ?? baseUrl === DEFAULT_BASE_URL,
    wantsTitles: titles === true,
    collector: collectorOf(saved, environment),
    behaviour: behaviourOf(saved, environment),
  }
}

/** The headers from the environment go only to the endpoint from the environment. */
function collectorOf({ file }: Saved, { collector }: EnvironmentSettings): Collector | null {
  if (collector !== null) return collector.ok ? collector.value : null
  return file.telemetryEndpoint === null ? null : { endpoint: file.telemetryEndpoint, headers: {} }
}

function behaviourOf(saved: Saved, { permissionMode }: EnvironmentSettings): Behaviour {
  const behaviour = Behaviour.parse({ ...DEFAULT_BEHAVIOUR, ...defined(saved.file.behaviour) })
  return permissionMode === null ? behaviour : { ...behaviour, permissionMode }
}

function viewOf(
  saved: Saved,
  environment: EnvironmentSettings,
  secrets: Secrets,
  faults: Pick<SettingsView, 'notices' | 'wrongValues'>,
): SettingsView {
  const inForce = resolveOf(saved, environment)
  return {
    model: saved.file.model,
    modelInForce: inForce.model,
    knownModels: [DEMO_MODEL, ...CLAUDE_MODELS],
    favouriteModels: saved.file.favouriteModels,
    hiddenModels: saved.file.hiddenModels,
    contextTokens: {},
    effortLevels: {},
    modelEnds: {},
    endpoints: [],
    baseUrl: saved.file.baseUrl,
    baseUrlSource: sourceOf(environment.baseUrl, saved.file.baseUrl),
    baseUrlInForce: inForce.baseUrl,
    timeouts: inForce.timeouts,
    automaticTitles: saved.file.automaticTitles,
    titlesInForce: inForce.automaticTitles,
    titlesSource: sourceOf(environment.automaticTitles, saved.file.automaticTitles),
    keySource: sourceOf(environment.apiKey, saved.key),
    keyRest: secrets.storageOf(ANTHROPIC_ENDPOINT),
    keys: secrets.view(),
    telemetryEndpoint: saved.file.telemetryEndpoint,
    telemetrySource: sourceOf<EnvironmentSettings['collector'] | string>(
      environment.collector,
      saved.file.telemetryEndpoint,
    ),
    telemetryInForce: inForce.collector !== null,
    telemetryProblem: environment.collector?.ok === false ? environment.collector.error : null,
    behaviour: inForce.behaviour,
    permissionSource: sourceOf(
      environment.permissionMode,
      saved.file.behaviour?.permissionMode ?? null,
    ),
    ...faults,
  }
}

function sourceOf<Value>(fromEnvironment: Value | null, fromFile: Value | null): SettingSource {
  if (fromEnvironment !== null) return 'environment'
  return fromFile === null ? 'none' : 'settings'
}
