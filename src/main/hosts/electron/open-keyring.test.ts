import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Keyring, SecretBox } from '../../adapters/secrets/secret-box.ts'
import { recorded, resetElectron } from './electron-double.fixture.ts'
import { openKeyring } from './open-keyring.ts'
import type { FakeKeyring } from './safe-storage-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

const KEY = 'sk-ant-api03-TAINTED'
const AT = 1_700_000_000_000
let dataFolder: string

beforeEach(() => {
  resetElectron()
  dataFolder = mkdtempSync(join(tmpdir(), 'phoenix-keyring-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(dataFolder, { recursive: true, force: true })
})

/** Opens the keyring as a start of Phoenix does, on a machine with this keyring. */
function start(
  keyring: Partial<FakeKeyring> = {},
  platform: NodeJS.Platform = 'linux',
): Promise<Keyring> {
  Object.assign(recorded.keyring, { behaviour: 'answers', ...keyring })
  return openKeyring({ dataFolder, platform, now: () => AT })
}

async function boxOf(started: Promise<Keyring>): Promise<SecretBox> {
  const keyring = await started
  if (keyring.type !== 'here') throw new Error(`the keyring is ${keyring.type}`)
  return keyring.box
}

const MISSING = { type: 'missing' }
const sealedKey = (): Buffer => readFileSync(join(dataFolder, 'keyring.sealed'))

test.each(['kwallet', 'kwallet6', 'gnome_libsecret'] as const)(
  '%s: sealed text is opened after a restart, and the sealing key is itself sealed',
  async (backend) => {
    const sealed = (await boxOf(start({ backend }))).seal(KEY)
    expect(sealed).not.toContain('TAINTED')
    expect((await boxOf(start({ backend }))).open(sealed)).toBe(KEY)
    expect(readdirSync(dataFolder)).toEqual(['keyring.sealed'])
    expect(statSync(join(dataFolder, 'keyring.sealed')).mode & 0o777).toBe(0o600)
    expect(sealedKey().toString('latin1')).toMatch(/^v11/)
  },
)

const WITHOUT: readonly (readonly [string, Partial<FakeKeyring>])[] = [
  ['basic_text', { backend: 'basic_text', password: null }],
  ['a keyring behind basic_text', { backend: 'basic_text' }],
  ['a desktop whose keyring does not run', { backend: 'gnome_libsecret', password: null }],
  ['an unknown desktop', { backend: 'unknown', password: null }],
  ['no encryption', { behaviour: 'unavailable' }],
  ['a keyring that refuses', { behaviour: 'refuses' }],
]

test.each(WITHOUT)('%s counts as no keyring, and nothing is written', async (_, keyring) => {
  expect(await start(keyring)).toEqual(MISSING)
  expect(readdirSync(dataFolder)).toEqual([])
})

test.each(['darwin', 'win32'] as const)(
  'on %s the prefix of the weak store does not make a strong one weak',
  async (platform) => {
    const sealed = (await boxOf(start({ mark: 'v10' }, platform))).seal(KEY)
    expect((await boxOf(start({ mark: 'v10' }, platform))).open(sealed)).toBe(KEY)
  },
)

test('a keyring that asks an absent person delays the start by half a minute at most', async () => {
  vi.useFakeTimers()
  const started = start({ behaviour: 'silent' })
  const settled = vi.fn()
  void started.then(settled)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(settled).toHaveBeenCalledWith(MISSING)
})

test.each(['linux', 'darwin'] as const)(
  'on %s a keyring that is locked today loses nothing: tomorrow it opens',
  async (platform) => {
    const sealed = (await boxOf(start({}, platform))).seal(KEY)
    for (const behaviour of ['refuses', 'unavailable'] as const) {
      expect(await start({ behaviour }, platform)).toEqual(MISSING)
    }
    expect((await boxOf(start({}, platform))).open(sealed)).toBe(KEY)
    expect(readdirSync(dataFolder)).toEqual(['keyring.sealed'])
  },
)

test('on another machine the sealed key of this one is moved aside, and a new one seals', async () => {
  const sealed = (await boxOf(start())).seal(KEY)
  const before = sealedKey()
  const elsewhere = await boxOf(start({ password: 'of another machine' }))
  expect(elsewhere.open(sealed)).toBeNull()
  expect(readFileSync(join(dataFolder, `keyring.sealed.corrupt-${AT}`))).toEqual(before)
  const again = await boxOf(start({ password: 'of another machine' }))
  expect(again.open(elsewhere.seal(KEY))).toBe(KEY)
})

test('a key that the keyring wants sealed again is sealed again', async () => {
  const sealed = (await boxOf(start({ mark: 'v10' }, 'darwin'))).seal(KEY)
  expect(sealedKey().toString('latin1')).toMatch(/^v10/)
  await boxOf(start({ mark: 'v11', isTurning: true }, 'darwin'))
  expect(sealedKey().toString('latin1')).toMatch(/^v11/)
  expect((await boxOf(start({ isTurning: false }, 'darwin'))).open(sealed)).toBe(KEY)
})
