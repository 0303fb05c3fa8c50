import { failed, ok, type Result } from '../../../shared/result.ts'

export const DEFAULT_BASE_URL = 'https://api.anthropic.com'

export interface WebAddress {
  readonly origin: string
  /** Without a slash at its end. */
  readonly path: string
}

/**
 * The address of an endpoint. The error is a sentence for people that calls it by `name` and repeats nothing of it: it
 * may hold a password.
 */
export function checkAddress(
  text: string,
  { name, example }: { readonly name: string; readonly example?: string },
): Result<WebAddress, string> {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    const such = example === undefined ? '' : `, such as ${example}`
    return failed(`The ${name} must start with http:// or https://${such}.`)
  }
  if (url.username !== '' || url.password !== '') {
    return failed(
      `The ${name} must not hold a user name or password. Put the key in its own field.`,
    )
  }
  if (url.search !== '' || url.hash !== '') {
    return failed(`The ${name} must end with its path, without ? or #.`)
  }
  return ok({ origin: url.origin, path: withoutSlash(url.pathname) })
}

/** The base URL as the SDK takes it: without /v1 and without a slash at its end. The error as in `checkAddress`. */
export function checkBaseUrl(text: string): Result<string, string> {
  const checked = checkAddress(text, { name: 'base URL', example: DEFAULT_BASE_URL })
  if (!checked.ok) return checked
  const { origin, path } = checked.value
  return ok(origin + withoutSlash(path.replace(/\/v1$/, '')))
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '')
}
