import { appError } from '../../../shared/app-error.ts'

/** True if a key fits into a header. So does '', which means no key. */
export function isHeaderSafe(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key)
}

/** The refusal of a key that does not. */
export const BAD_KEY = appError(
  'invalidInput',
  'The API key contains characters that no key can have. Copy the whole key again.',
)
