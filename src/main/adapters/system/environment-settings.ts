import { failed, ok, type Result } from '../../../shared/result.ts'
import { checkBaseUrl } from './base-url.ts'
import { isHeaderSafe } from './api-key.ts'

/** What the person who started the app set for this run. */
export interface EnvironmentSettings {
  readonly apiKey: string | null
  readonly baseUrl: string | null
  readonly automaticTitles: boolean | null
}

/** Reads ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL and PHOENIX_TITLES and deletes them. The error is a sentence for people. */
export function takeFromEnvironment(
  environment: NodeJS.ProcessEnv,
): Result<EnvironmentSettings, string> {
  const apiKey = take(environment, 'ANTHROPIC_API_KEY')
  const baseUrl = take(environment, 'ANTHROPIC_BASE_URL')
  const automaticTitles = switchOf(take(environment, 'PHOENIX_TITLES'))
  if (apiKey !== null && !isHeaderSafe(apiKey)) {
    return failed('ANTHROPIC_API_KEY holds characters that no key has. Set it again, or unset it.')
  }
  if (baseUrl === null) return ok({ apiKey, baseUrl, automaticTitles })
  const checked = checkBaseUrl(baseUrl)
  return checked.ok
    ? ok({ apiKey, baseUrl: checked.value, automaticTitles })
    : failed(`ANTHROPIC_BASE_URL cannot be used. ${checked.error}`)
}

/** Null: nothing was said, or something else. */
function switchOf(text: string | null): boolean | null {
  if (text === 'on') return true
  return text === 'off' ? false : null
}

function take(environment: NodeJS.ProcessEnv, name: string): string | null {
  const text = environment[name]?.trim() ?? ''
  delete environment[name]
  return text === '' ? null : text
}
