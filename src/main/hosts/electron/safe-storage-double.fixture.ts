import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** The keyring of a machine, and how Electron stands to it. */
export interface FakeKeyring {
  isReady: boolean
  /** What the desktop should have. */
  backend: 'kwallet' | 'kwallet6' | 'gnome_libsecret' | 'basic_text' | 'unknown'
  /** Of the keyring that runs; null: none does, and Electron seals with a password of its own, the same everywhere. */
  password: string | null
  /** What Electron puts before all that the keyring seals. */
  mark: 'v10' | 'v11'
  /** refuses: it calls itself available, and neither seals nor opens. silent: it asks the person, who is not there. */
  mood: 'answers' | 'unavailable' | 'refuses' | 'silent'
  /** It would rather have a newer seal. */
  isTurning: boolean
}

export function newKeyring(): FakeKeyring {
  return {
    isReady: false,
    backend: 'gnome_libsecret',
    password: 'of this machine',
    mark: 'v11',
    mood: 'answers',
    isTurning: false,
  }
}

/** `safeStorage` as Electron 45 has it: without a keyring it calls itself available too, and seals for everybody to open. */
export function fakeSafeStorage(keyringNow: () => FakeKeyring) {
  const answer = <Value>(value: () => Value): Promise<Value> => {
    const { isReady, mood } = keyringNow()
    if (!isReady) return Promise.reject(new Error('safeStorage cannot be used before app is ready'))
    if (mood !== 'answers') return Promise.reject(new Error('the keyring refuses'))
    return new Promise((resolve) => resolve(value()))
  }
  return {
    isAsyncEncryptionAvailable: () => {
      const { isReady, mood } = keyringNow()
      if (mood === 'silent') return new Promise<boolean>(() => undefined)
      return Promise.resolve(isReady && mood !== 'unavailable')
    },
    getSelectedStorageBackend: () => (keyringNow().isReady ? keyringNow().backend : 'unknown'),
    encryptStringAsync: (text: string) =>
      answer(() => {
        const { mark, password } = keyringNow()
        const cipher = createCipheriv(CIPHER, keyOf(password), NONCE)
        const marked = Buffer.from(password === null ? 'v10' : mark)
        return Buffer.concat([marked, cipher.update(text), cipher.final()])
      }),
    decryptStringAsync: (sealed: Buffer) =>
      answer(() => {
        const { isTurning, password } = keyringNow()
        const cipher = createDecipheriv(CIPHER, keyOf(password), NONCE)
        const text = Buffer.concat([cipher.update(sealed.subarray(3)), cipher.final()])
        return { result: text.toString(), shouldReEncrypt: isTurning }
      }),
  }
}

const CIPHER = 'aes-256-cbc'
const NONCE = Buffer.alloc(16, ' ')

function keyOf(password: string | null): Buffer {
  return createHash('sha256')
    .update(password ?? 'peanuts')
    .digest()
}
