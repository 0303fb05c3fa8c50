import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'

/** The keyring of a machine, and Electron's view of it. */
export interface FakeKeyring {
  isReady: boolean
  /** The backend that the desktop should have. */
  backend: 'kwallet' | 'kwallet6' | 'gnome_libsecret' | 'basic_text' | 'unknown'
  /**
   * The password of the running keyring; null if none is running: then Electron encrypts with its own password, the same
   * everywhere.
   */
  password: string | null
  /** Electron's prefix for everything that the keyring encrypts. */
  mark: 'v10' | 'v11'
  /** refuses: it claims to be available, but neither encrypts nor decrypts. silent: it asks the user, who is not there. */
  behaviour: 'answers' | 'unavailable' | 'refuses' | 'silent'
  /** True if it asks for a newer encryption. */
  isTurning: boolean
}

export function newKeyring(): FakeKeyring {
  return {
    isReady: false,
    backend: 'gnome_libsecret',
    password: 'of this machine',
    mark: 'v11',
    behaviour: 'answers',
    isTurning: false,
  }
}

/**
 * `safeStorage` of Electron 45: without a keyring it also claims to be available, and encrypts so that everybody can
 * decrypt.
 */
export function fakeSafeStorage(keyringNow: () => FakeKeyring) {
  const answer = <Value>(value: () => Value): Promise<Value> => {
    const { isReady, behaviour } = keyringNow()
    if (!isReady) return Promise.reject(new Error('safeStorage cannot be used before app is ready'))
    if (behaviour !== 'answers') return Promise.reject(new Error('the keyring refuses'))
    return new Promise((resolve) => resolve(value()))
  }
  return {
    isAsyncEncryptionAvailable: () => {
      const { isReady, behaviour } = keyringNow()
      if (behaviour === 'silent') return new Promise<boolean>(() => undefined)
      return Promise.resolve(isReady && behaviour !== 'unavailable')
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
