import { assertNever } from '../../../../shared/assert-never.ts'
import type { KeyRest, KeyringState } from '../../../../shared/models/key-rest.ts'

/** The end of a sentence such as: The key is kept … */
export function wordsOfRest(rest: KeyRest, folder: string): string {
  switch (rest) {
    case 'sealed':
      return `in a file in ${folder}, encrypted with this system’s keyring`
    case 'file':
      return `in a file in ${folder} that only your account can read`
    case 'memory':
      return 'in memory only, until Phoenix quits'
    default:
      return assertNever(rest)
  }
}

/** The available choices. */
export function choicesOf(keyring: KeyringState): readonly KeyRest[] {
  return [keyring === 'here' ? 'sealed' : 'file', 'memory']
}

export function wordsOfChoice(rest: KeyRest): string {
  switch (rest) {
    case 'sealed':
      return 'In a file, encrypted with this system’s keyring'
    case 'file':
      return 'In a file that only your account can read'
    case 'memory':
      return 'Only until Phoenix quits'
    default:
      return assertNever(rest)
  }
}

/** The effect of the choice, and what a person must know for it. */
export function noteOfChoice(keyring: KeyringState): string {
  const all = 'Takes effect at once, for the keys and headers of all endpoints.'
  switch (keyring) {
    case 'here':
      return all
    case 'missing':
      return `${all} No system keyring protects them: a file is written only if you choose that.`
    case 'unasked':
      return `${all} In a browser, Phoenix can’t use this system’s keyring; the desktop app can.`
    default:
      return assertNever(keyring)
  }
}

/** For the list of endpoints. */
export function wordsOfKey(hasKey: boolean, rest: KeyRest | null): string {
  if (!hasKey) return 'no key'
  return rest === 'memory' ? 'key in memory' : 'key saved'
}

/** For an empty field. */
export function placeholderOfKey(rest: KeyRest | null): string {
  if (rest === null) return 'No key is saved'
  return rest === 'memory' ? 'A key is held in memory' : 'A key is saved'
}
