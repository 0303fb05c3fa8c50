import { failed, ok, type Result } from '../../../shared/result.ts'

export const DEFAULT_BASE_URL = 'https://api.anthropic.com'

/**
 * An endpoint's address as the SDK takes it: without /v1 and without a slash at its end. The error is a sentence for
 * people and repeats nothing of the address, which may hold a password.
 */
export function checkBaseUrl(text: string): Result<string, string> {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return failed(
      'The base URL must start with http:// or https://, such as https://api.anthropic.com.',
    )
  }
  if (url.username !== '' || url.password !== '') {
    return failed(
      'The base URL must not hold a user name or password. Put the key in its own field.',
    )
  }
  if (url.search !== '' || url.hash !== '') {
    return failed('The base URL must end with its path, without ? or #.')
  }
  return ok(url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, ''))
}
