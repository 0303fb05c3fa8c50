import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { app, safeStorage } from 'electron'
import { replaceFile } from '../../adapters/data-folder/atomic-file.ts'
import { faultCode } from '../../adapters/system/file-fault.ts'
import { moveAside } from '../../adapters/data-folder/move-aside.ts'
import { BOX_KEY_BYTES, createSecretBox, type Keyring } from '../../adapters/secrets/secret-box.ts'
import { readRegular } from '../../adapters/data-folder/regular-file.ts'

/** A keyring may first ask the user for its password (ms). */
const LONGEST_WAIT_MS = 30_000

/** Electron's prefix on Linux for data encrypted with the password in its public source. */
const SEALED_FOR_ALL = 'v10'

export interface KeyringOptions {
  readonly dataFolder: string
  readonly platform: NodeJS.Platform
  /** ms since 1970. */
  readonly now: () => number
}

/**
 * Uses the system's keyring once, at the start: it encrypts one random key, and that key encrypts the secrets, so no command
 * ever waits for a keyring. Missing: there is no keyring, it protects nothing, or it does not answer.
 */
export async function openKeyring(options: KeyringOptions): Promise<Keyring> {
  const key = await Promise.race([boxKey(options).catch(() => null), afterLongestWait()])
  return key === null ? { type: 'missing' } : { type: 'here', box: createSecretBox(key) }
}

function afterLongestWait(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), LONGEST_WAIT_MS).unref()
  })
}

/** Null if nothing protects the key. Rejects if the keyring or the disk refuses. */
async function boxKey({ dataFolder, now, platform }: KeyringOptions): Promise<Buffer | null> {
  await app.whenReady()
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return null
  // Tried first: a keyring that is locked now is no reason to discard what it encrypted.
  const tried = await safeStorage.encryptStringAsync('a try')
  if (platform === 'linux' && isOpenToAll(tried)) return null
  const path = join(dataFolder, 'keyring.sealed')
  return (await openKey(path, now)) ?? newKey(path)
}

/**
 * Without a keyring Electron encrypts with a password that is public, and calls that available. It reports the backend that
 * the desktop should have: if that is not running, only the prefix reveals it.
 */
function isOpenToAll(tried: Buffer): boolean {
  const isMarked = tried.toString('latin1').startsWith(SEALED_FOR_ALL)
  return isMarked || safeStorage.getSelectedStorageBackend() === 'basic_text'
}

/** Null if this keyring cannot decrypt it. The key of another keyring is kept aside. */
async function openKey(path: string, now: () => number): Promise<Buffer | null> {
  const sealed = readSealed(path)
  if (sealed === null) return null
  const opened = await safeStorage.decryptStringAsync(sealed).catch(() => null)
  const key = Buffer.from(opened?.result ?? '', 'base64')
  if (opened === null || key.length !== BOX_KEY_BYTES) {
    moveAside(path, now())
    return null
  }
  // If that fails, the key in its old encryption can still be read.
  if (opened.shouldReEncrypt) await write(path, key).catch(() => undefined)
  return key
}

function readSealed(path: string): Buffer | null {
  try {
    return readRegular(path)
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return null
    throw error
  }
}

async function newKey(path: string): Promise<Buffer> {
  const key = randomBytes(BOX_KEY_BYTES)
  await write(path, key)
  return key
}

async function write(path: string, key: Buffer): Promise<void> {
  replaceFile(path, await safeStorage.encryptStringAsync(key.toString('base64')), 0o600)
}
