import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyringState } from '../../../shared/models/key-storage.ts'

/** Encrypts text that must not be in a file in plain form. */
export interface SecretBox {
  /** Returns one line, which `isSealed` recognises. */
  seal(text: string): string
  /** Null if another box encrypted it, or it is damaged. */
  open(sealed: string): string | null
}

/** The system's keyring, as far as a host knows it. */
export type Keyring =
  | { readonly type: Extract<KeyringState, 'here'>; readonly box: SecretBox }
  | { readonly type: Exclude<KeyringState, 'here'> }

/** The size of a box's encryption key. */
export const BOX_KEY_BYTES = 32

/** No secret begins like this: a key in a header cannot contain the space, and a key in JSON begins with a brace. */
const MARK = 'phoenix sealed 1: '
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function isSealed(text: string): boolean {
  return text.startsWith(MARK)
}

export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64')
      const bodyAt = NONCE_BYTES + TAG_BYTES
      try {
        const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        cipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt))
        const text = Buffer.concat([cipher.update(bytes.subarray(bodyAt)), cipher.final()])
        return text.toString('utf8')
      } catch {
        return null
      }
    },
  }
}
