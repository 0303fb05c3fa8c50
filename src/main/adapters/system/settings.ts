import { appError, type AppError } from '../../../shared/app-error.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL } from '../../../shared/model-name.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import {
  Behaviour,
  DEFAULT_BEHAVIOUR,
  type SettingSource,
  type SettingsChange,
  type SettingsView,
} from '../../../shared/settings.ts'
import { isHeaderSafe } from './api-key.ts'
import { checkBaseUrl, DEFAULT_BASE_URL } from './base-url.ts'
import { takeFromEnvironment, type EnvironmentSettings } from './environment-settings.ts'
import { keyFile, readKey, writeKey } from './key-file.ts'
import { CLAUDE_MODELS, NEWEST_SONNET } from './known-models.ts'
import { readSettings, writeSettings, type SavedSettings } from './settings-file.ts'

/** What the model adapters go by. The key goes nowhere else. */
export interface ResolvedSettings {
  readonly model: string
  readonly baseUrl: string
  readonly apiKey: string | null
  /** Whether a model of the Anthropic endpoint is asked for the titles of conversations. */
  readonly automaticTitles: boolean
  /** Whether a person has said so, which holds for every endpoint. */
  readonly titlesAskedFor: boolean
  readonly behaviour: Behaviour
}

export interface Settings {
  /** For the screen: never with the key. */
  view(): SettingsView
  /** Saves and holds from now on. On an error nothing has changed. */
  save(change: SettingsChange): Result<SettingsView, AppError>
  /** What is in force now. */
  resolve(): ResolvedSettings
  /** What would be in force with this change, unsaved. */
  preview(change: SettingsChange): Result<ResolvedSettings, AppError>
  /** Sentences for people about files that could not be used at start. */
  readonly notices: readonly string[]
}

interface Saved {
  readonly file: SavedSettings
  readonly key: string | null
}

/**
 * Reads the settings of a data folder that this process has locked. ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, PHOENIX_TITLES
 * and PHOENIX_PERMISSIONS of `environment` win for this run and are taken out of it, so that no tool inherits them.
 * `onSecret` hears every key that comes into use, before it is used, for the log to redact. The error is a sentence for
 * people: a bad environment.
 */
export function openSettings(from: {
  readonly folder: string
  readonly environment: NodeJS.ProcessEnv
  /** ms since 1970. */
  readonly now: () => number
  readonly onSecret: (secret: string) => void
}): Result<Settings, string> {
  const environment = takeFromEnvironment(from.environment)
  if (!environment.ok) return environment
  const read = readSettings(from.folder, from.now())
  const readFromKeyFile = readKey(from.folder, ANTHROPIC_ENDPOINT)
  const notices = [read.notice, readFromKeyFile.notice].filter((notice) => notice !== null)
  let saved: Saved = { file: read.saved, key: readFromKeyFile.key }
  for (const key of [environment.value.apiKey, saved.key]) if (key !== null) from.onSecret(key)

  return ok({
    view: () => viewOf(saved, environment.value, from.folder, notices),
    resolve: () => resolveOf(saved, environment.value),
    preview: (change) => {
      const next = changed(saved, change)
      if (!next.ok) return next
      if (next.value.key !== null) from.onSecret(next.value.key)
      return ok(resolveOf(next.value, environment.value))
    },
    save: (change) => {
      const next = changed(saved, change)
      if (!next.ok) return next
      if (next.value.key !== null) from.onSecret(next.value.key)
      const written = write(from.folder, saved, next.value)
      if (!written.ok) return written
      saved = next.value
      return ok(viewOf(saved, environment.value, from.folder, notices))
    },
    notices,
  })
}

function changed(saved: Saved, change: SettingsChange): Result<Saved, AppError> {
  const baseUrl =
    change.baseUrl === null || change.baseUrl === '' ? null : checkBaseUrl(change.baseUrl)
  if (baseUrl !== null && !baseUrl.ok) return failed(appError('invalidInput', baseUrl.error))
  if (change.apiKey !== null && !isHeaderSafe(change.apiKey)) {
    return failed(
      appError(
        'invalidInput',
        'The API key holds characters that no key has. Copy it again, whole.',
      ),
    )
  }
  return ok({
    file: {
      ...saved.file,
      model: change.model === '' ? null : change.model,
      baseUrl: baseUrl === null ? null : baseUrl.value,
      automaticTitles: change.automaticTitles,
      favouriteModels: change.favouriteModels?.slice() ?? saved.file.favouriteModels,
      behaviour: { ...saved.file.behaviour, ...given(change.behaviour) },
    },
    key: change.apiKey === null ? saved.key : change.apiKey === '' ? null : change.apiKey,
  })
}

/** Without what was left out. */
function given<Values extends object>(values: Values): Partial<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<Values>
}

/** Both files or neither: a key that was replaced comes back when the settings cannot be written. */
function write(folder: string, before: Saved, next: Saved): Result<null, AppError> {
  if (next.key !== before.key) {
    const written = writeKey(folder, ANTHROPIC_ENDPOINT, next.key)
    if (!written.ok) return failed(appError('storage', written.error))
  }
  const written = writeSettings(folder, next.file)
  if (written.ok) return written
  if (next.key !== before.key) writeKey(folder, ANTHROPIC_ENDPOINT, before.key)
  return failed(
    appError(
      'storage',
      `The settings were not saved: ${written.error}. What was in force still is.`,
    ),
  )
}

function resolveOf(saved: Saved, environment: EnvironmentSettings): ResolvedSettings {
  const apiKey = environment.apiKey ?? saved.key
  const baseUrl = environment.baseUrl ?? saved.file.baseUrl ?? DEFAULT_BASE_URL
  const titles = environment.automaticTitles ?? saved.file.automaticTitles
  return {
    model: saved.file.model ?? (apiKey === null ? DEMO_MODEL : NEWEST_SONNET),
    baseUrl,
    apiKey,
    // Another endpoint gets a request that no person asked for only where a person wants it.
    automaticTitles: titles ?? baseUrl === DEFAULT_BASE_URL,
    titlesAskedFor: titles === true,
    behaviour: behaviourOf(saved, environment),
  }
}

function behaviourOf(saved: Saved, { permissionMode }: EnvironmentSettings): Behaviour {
  const behaviour = Behaviour.parse({ ...DEFAULT_BEHAVIOUR, ...given(saved.file.behaviour) })
  return permissionMode === null ? behaviour : { ...behaviour, permissionMode }
}

function viewOf(
  saved: Saved,
  environment: EnvironmentSettings,
  folder: string,
  notices: readonly string[],
): SettingsView {
  const inForce = resolveOf(saved, environment)
  const keySource = sourceOf(environment.apiKey, saved.key)
  return {
    model: saved.file.model,
    modelInForce: inForce.model,
    knownModels: [DEMO_MODEL, ...CLAUDE_MODELS],
    favouriteModels: saved.file.favouriteModels,
    contextTokens: {},
    effortLevels: {},
    endpoints: [],
    baseUrl: saved.file.baseUrl,
    baseUrlSource: sourceOf(environment.baseUrl, saved.file.baseUrl),
    baseUrlInForce: inForce.baseUrl,
    automaticTitles: saved.file.automaticTitles,
    titlesInForce: inForce.automaticTitles,
    titlesSource: sourceOf(environment.automaticTitles, saved.file.automaticTitles),
    keySource,
    keyPlace: keyPlace(keySource, keyFile(folder, ANTHROPIC_ENDPOINT)),
    behaviour: inForce.behaviour,
    permissionSource: sourceOf(
      environment.permissionMode,
      saved.file.behaviour?.permissionMode ?? null,
    ),
    notices,
  }
}

function sourceOf<Value>(fromEnvironment: Value | null, fromFile: Value | null): SettingSource {
  if (fromEnvironment !== null) return 'environment'
  return fromFile === null ? 'none' : 'settings'
}

function keyPlace(source: SettingSource, path: string): string {
  switch (source) {
    case 'environment':
      return 'The key comes from ANTHROPIC_API_KEY of the environment, for this run only; it is not saved.'
    case 'settings':
      return `The key rests in ${path}, a file that only your account can read.`
    case 'none':
      return `There is no key yet. It will rest in ${path}, a file that only your account can read.`
    default:
      return assertNever(source)
  }
}
