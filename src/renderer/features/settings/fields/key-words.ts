import { assertNever } from '../../../../shared/assert-never.ts'
import type { KeyStorage, KeyringState } from '../../../../shared/models/key-storage.ts'

/** The end of a sentence such as: The key is kept … */
export function wordsOfStorage(storage: KeyStorage, folder: string): string {
  switch (storage) {
    case 'sealed':
      return `in a file in ${folder}, encrypted with this system’s keyring`
    case 'file':
      return `in a file in ${folder} that only your account can read`
    case 'memory':
      return 'in memory only, until Phoenix quits'
    default:
      return assertNever(storage)
  }
}

/** The available choices. */
export function choicesOf(keyring: KeyringState): readonly KeyStorage[] {
  return [keyring === 'here' ? 'sealed' : 'file', 'memory']
}

export function wordsOfChoice(storage: KeyStorage): string {
  switch (storage) {
    case 'sealed':
      return 'In a file, encrypted with this system’s keyring'
    case 'file':
      return 'In a file only your account can read'
    case 'memory':
      return 'Only until Phoenix quits'
    default:
      return assertNever(storage)
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
export function wordsOfKey(hasKey: boolean, storage: KeyStorage | null): string {
  if (!hasKey) return 'no key'
  return storage === 'memory' ? 'key in memory' : 'key saved'
}

/** For an empty field. */
export function placeholderOfKey(storage: KeyStorage | null): string {
  if (storage === null) return 'No key is saved'
  return storage === 'memory' ? 'A key is held in memory' : 'A key is saved'
}
