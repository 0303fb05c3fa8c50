import { failed, ok, type Result } from '../../../shared/result.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'

export const DEFAULT_BASE_URL = 'https://api.anthropic.com'

interface AddressWords {
  readonly name: string
  readonly example?: string
  readonly keys?: string
}

export interface WebAddress {
  readonly origin: string
  /** The path without a trailing slash. */
  readonly path: string
}

/**
 * Checks the address of an endpoint. The error is a sentence for people that calls it by `name` and repeats none of it,
 * because it may contain a password. `keys` says where a key belongs.
 */
export function checkAddress(
  text: string,
  { name, example, keys = 'Put the key in its own field.' }: AddressWords,
): Result<WebAddress, string> {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    const such = example === undefined ? '' : `, such as ${example}`
    return failed(`The ${name} must start with http:// or https://${such}.`)
  }
  if (url.username !== '' || url.password !== '') {
    return failed(`The ${name} must not contain a user name or password. ${keys}`)
  }
  if (url.search !== '' || url.hash !== '') {
    return failed(`The ${name} must end with its path, without ? or #.`)
  }
  return ok({ origin: url.origin, path: withoutSlash(url.pathname) })
}

/** Returns the base URL in the SDK's form: without /v1 and without a trailing slash. The error is as in `checkAddress`. */
export function checkBaseUrl(text: string): Result<string, string> {
  const checked = checkAddress(text, { name: 'base URL', example: DEFAULT_BASE_URL })
  if (!checked.ok) return checked
  const { origin, path } = checked.value
  return ok(origin + withoutSlash(path.replace(/\/v1$/, '')))
}

/**
 * Returns the telemetry endpoint without the paths of the signals and without a trailing slash. The error is as in
 * `checkAddress`.
 */
export function checkTelemetryEndpoint(text: string): Result<string, string> {
  const checked = checkAddress(text, {
    name: 'telemetry endpoint',
    example: 'http://localhost:4318',
    keys: 'Headers with keys can only be set in the environment.',
  })
  return checked.ok ? ok(checked.value.origin + checked.value.path) : checked
}

function withoutSlash(path: string): string {
  return trimEndOf(path, '/')
}
