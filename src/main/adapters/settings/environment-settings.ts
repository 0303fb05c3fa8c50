import { failed, ok, type Result } from '../../../shared/result.ts'
import { PermissionMode } from '../../../shared/conversation/turn.ts'
import { type Collector, takeCollector } from '../telemetry/collector.ts'
import { checkBaseUrl } from './base-url.ts'
import { isHeaderSafe } from '../secrets/api-key.ts'

/** The settings for this run from the environment of the app. */
export interface EnvironmentSettings {
  readonly apiKey: string | null
  readonly baseUrl: string | null
  readonly automaticTitles: boolean | null
  /** The permission mode of new conversations. */
  readonly permissionMode: PermissionMode | null
  /** The result of `takeCollector`. */
  readonly collector: Result<Collector | null, string> | null
}

/**
 * Reads ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, PHOENIX_TITLES and PHOENIX_PERMISSIONS and deletes them, as it does with
 * PHOENIX_TOKEN and PHOENIX_LISTEN; of the telemetry variables it deletes the secret ones (`takeCollector`). The error is a
 * sentence for people.
 */
export function takeFromEnvironment(
  environment: NodeJS.ProcessEnv,
  onSecret: (secret: string) => void,
): Result<EnvironmentSettings, string> {
  const apiKey = take(environment, 'ANTHROPIC_API_KEY')
  const baseUrl = take(environment, 'ANTHROPIC_BASE_URL')
  const automaticTitles = switchOf(take(environment, 'PHOENIX_TITLES'))
  const collector = takeCollector(environment, onSecret)
  const permissions = take(environment, 'PHOENIX_PERMISSIONS')
  // The token of one of the user's own tools (docs/decisions/124): no command of an agent gets it.
  const token = take(environment, 'PHOENIX_TOKEN')
  if (token !== null) onSecret(token)
  delete environment['PHOENIX_LISTEN']
  const permissionMode = permissions === null ? null : modeOf(permissions)
  if (permissions !== null && permissionMode === null) {
    return failed(`PHOENIX_PERMISSIONS must be one of ${PermissionMode.options.join(', ')}.`)
  }
  if (apiKey !== null && !isHeaderSafe(apiKey)) {
    return failed(
      'ANTHROPIC_API_KEY contains characters that no key can have. Set it again, or unset it.',
    )
  }
  const others = { apiKey, automaticTitles, permissionMode, collector }
  if (baseUrl === null) return ok({ ...others, baseUrl })
  const checked = checkBaseUrl(baseUrl)
  return checked.ok
    ? ok({ ...others, baseUrl: checked.value })
    : failed(`ANTHROPIC_BASE_URL cannot be used. ${checked.error}`)
}

/** Null if it is not a mode. An intended restriction is never ignored. */
function modeOf(text: string): PermissionMode | null {
  return PermissionMode.safeParse(text).data ?? null
}

/** Null if it is neither "on" nor "off". */
function switchOf(text: string | null): boolean | null {
  if (text === 'on') return true
  return text === 'off' ? false : null
}

function take(environment: NodeJS.ProcessEnv, name: string): string | null {
  const text = environment[name]?.trim() ?? ''
  delete environment[name]
  return text === '' ? null : text
}
