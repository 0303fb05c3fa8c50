import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { KeyStorage } from '../../../shared/models/key-storage.ts'
import { createSecretBox, type Keyring } from './secret-box.ts'
import { openSecrets, type Secrets } from './secrets.ts'
import { openSettings, type Settings } from '../settings/settings.ts'

const KEY = 'sk-ant-api03-TAINTED'
const HERE: Keyring = { type: 'here', box: createSecretBox(Buffer.alloc(32, 1)) }
const ANOTHER: Keyring = { type: 'here', box: createSecretBox(Buffer.alloc(32, 2)) }
const MISSING: Keyring = { type: 'missing' }
const UNASKED: Keyring = { type: 'unasked' }
const AT = 1_700_000_000_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Opens the secrets as a start does, with the user's earlier choice. */
function open(
  keyring: Keyring,
  chosen: KeyStorage | null = null,
): { secrets: Secrets; notice: string | null } {
  const secrets = openSecrets({
    folder,
    keyring,
    choice: () => ok({ keyRest: chosen }),
    now: () => AT,
  })
  return { secrets, notice: secrets.load('lab') }
}

function openAll(keyring: Keyring): Settings {
  const settings = openSettings({
    folder,
    environment: {},
    keyring,
    now: () => AT,
    onSecret: () => undefined,
  })
  if (!settings.ok) throw new Error(settings.error)
  return settings.value
}

const path = (name = 'lab.key'): string => join(folder, name)
const textIn = (name = 'lab.key'): string => readFileSync(path(name), 'utf8')
const modeOf = (name = 'lab.key'): number => statSync(path(name)).mode & 0o777
const held = ({ secrets }: { secrets: Secrets }): unknown => [
  secrets.find('lab'),
  secrets.storageOf('lab'),
]
const MOVED = `lab.key.corrupt-${AT}`

test('with a keyring the file is sealed, readable only by its owner, and opened after a restart', () => {
  open(HERE).secrets.put('lab', KEY)
  expect(textIn()).not.toContain('TAINTED')
  expect(modeOf()).toBe(0o600)
  const again = open(HERE)
  expect([held(again), again.notice]).toEqual([[KEY, 'sealed'], null])
})

test('no two seals of one key are alike, and one that was tampered with does not open', () => {
  const { box } = HERE
  const sealed = box.seal(KEY)
  expect(box.seal(KEY)).not.toBe(sealed)
  expect(box.open(sealed)).toBe(KEY)
  for (const broken of [
    sealed.slice(0, -8),
    `${sealed.slice(0, -8)}AAAAAAA=`,
    'phoenix sealed 1: ',
  ]) {
    expect(box.open(broken)).toBeNull()
  }
})

test('an earlier file is read, and sealed from then on', () => {
  writeFileSync(path(), `${KEY}\n`, { mode: 0o644 })
  expect(held(open(HERE))).toEqual([KEY, 'sealed'])
  expect(textIn()).not.toContain('TAINTED')
  expect(modeOf()).toBe(0o600)
  expect(held(open(HERE))).toEqual([KEY, 'sealed'])
})

test('a file sealed by another keyring is moved aside, and a sentence asks for the key again', () => {
  open(ANOTHER).secrets.put('lab', KEY)
  const sealed = textIn()
  const here = open(HERE)
  expect(here.notice).toMatch(/Enter it again in Settings; the old file is kept as .+\.$/)
  expect(held(here)).toEqual([null, null])
  expect(textIn(MOVED)).toBe(sealed)
  here.secrets.put('lab', KEY)
  expect(held(open(HERE))).toEqual([KEY, 'sealed'])
})

test.each([MISSING, UNASKED])(
  'a sealed file stays as it is while the keyring is $type, until another key replaces it',
  (keyring) => {
    open(HERE).secrets.put('lab', KEY)
    const sealed = textIn()
    const without = open(keyring, 'file')
    expect(without.notice).toMatch(/enter the key again in Settings\.$/)
    without.secrets.put('lab', null)
    without.secrets.choose('memory')
    without.secrets.choose('file')
    expect(textIn()).toBe(sealed)
    expect(held(open(HERE))).toEqual([KEY, 'sealed'])
    without.secrets.put('lab', 'another-key')
    expect([textIn(), textIn(MOVED)]).toEqual(['another-key\n', sealed])
    without.secrets.drop('lab')
    expect(readdirSync(folder)).toEqual([MOVED])
  },
)

test('without a keyring, nothing is written before a person has agreed to a file', () => {
  const { secrets } = open(MISSING)
  secrets.put('lab', KEY)
  expect(held({ secrets })).toEqual([KEY, 'memory'])
  expect(readdirSync(folder)).toEqual([])
  expect(secrets.view()).toEqual({ keyring: 'missing', rest: 'memory', folder })
  secrets.choose('file')
  expect([textIn(), modeOf()]).toEqual([`${KEY}\n`, 0o600])
  expect(held({ secrets })).toEqual([KEY, 'file'])
  secrets.choose('memory')
  expect(readdirSync(folder)).toEqual([])
  expect(held({ secrets })).toEqual([KEY, 'memory'])
})

test('choosing sealed files is no consent to plain ones', () => {
  const { secrets } = open(MISSING, 'sealed')
  secrets.put('lab', KEY)
  expect([held({ secrets }), readdirSync(folder)]).toEqual([[KEY, 'memory'], []])
})

test('an earlier file is still used without a keyring, and removed when its key is replaced', () => {
  writeFileSync(path(), KEY, { mode: 0o600 })
  const here = open(MISSING)
  expect(held(here)).toEqual([KEY, 'file'])
  here.secrets.put('lab', 'another-key')
  expect(held(here)).toEqual(['another-key', 'memory'])
  expect(readdirSync(folder)).toEqual([])
})

test('keys stay in memory only if a person wants it, even with a keyring', () => {
  const { secrets } = open(HERE, 'memory')
  secrets.put('lab', KEY)
  expect([held({ secrets }), readdirSync(folder)]).toEqual([[KEY, 'memory'], []])
  secrets.choose('sealed')
  expect([held({ secrets }), textIn().includes('TAINTED')]).toEqual([[KEY, 'sealed'], false])
})

test('if one of them cannot be written, all stay where they were', () => {
  const { secrets } = open(UNASKED, 'memory')
  secrets.put('lab', KEY)
  secrets.put('other', KEY)
  mkdirSync(path('other.key/x'), { recursive: true })
  expect(secrets.choose('file')).toMatchObject({ ok: false, error: expect.stringMatching(/\.$/) })
  expect(readdirSync(folder)).toEqual(['other.key'])
  expect([secrets.storageOf('lab'), secrets.view().rest]).toEqual(['memory', 'memory'])
})

test('the choice is remembered in the settings, and moves the existing key', () => {
  const settings = openAll(UNASKED)
  const change = { model: null, baseUrl: null, apiKey: KEY, automaticTitles: null, behaviour: {} }
  settings.save(change)
  expect(settings.view()).toMatchObject({ keyRest: 'file', keys: { rest: 'file' } })
  expect(settings.keepKeys('memory')).toEqual({ ok: true, value: null })
  expect(settings.view()).toMatchObject({ keySource: 'settings', keyRest: 'memory' })
  expect(readdirSync(folder)).toEqual(['settings.json'])
  expect(textIn('settings.json')).not.toContain('TAINTED')
  expect(settings.resolve().apiKey).toBe(KEY)
  const again = openAll(UNASKED)
  expect(again.view()).toMatchObject({ keySource: 'none', keyRest: null, keys: { rest: 'memory' } })
})

test('if the settings cannot be written, keys stay as they were, byte by byte', () => {
  const settings = openAll(HERE)
  const change = { model: null, baseUrl: null, apiKey: KEY, automaticTitles: null, behaviour: {} }
  settings.save(change)
  const sealed = textIn('anthropic.key')
  rmSync(path('settings.json'))
  mkdirSync(path('settings.json/x'), { recursive: true })
  const refused = { ok: false, error: { code: 'storage' } }
  expect(settings.keepKeys('memory')).toMatchObject(refused)
  expect(settings.save({ ...change, apiKey: 'another-key' })).toMatchObject(refused)
  expect(textIn('anthropic.key')).toBe(sealed)
  expect(settings.view()).toMatchObject({ keyRest: 'sealed', keys: { rest: 'sealed' } })
  expect(settings.resolve().apiKey).toBe(KEY)
})

test('a key that is still sealed stays where it was when another could not be saved', () => {
  const change = { model: null, baseUrl: null, apiKey: KEY, automaticTitles: null, behaviour: {} }
  openAll(HERE).save(change)
  const sealed = textIn('anthropic.key')
  rmSync(path('settings.json'))
  const without = openAll(UNASKED)
  mkdirSync(path('settings.json/x'), { recursive: true })
  expect(without.save({ ...change, apiKey: 'another-key' }).ok).toBe(false)
  expect(textIn('anthropic.key')).toBe(sealed)
  expect(readdirSync(folder)).not.toContain(`anthropic.key.corrupt-${AT}`)
  const saved = without.secrets.put('anthropic', 'another-key')
  expect([saved.ok, textIn(`anthropic.key.corrupt-${AT}`)]).toEqual([true, sealed])
})
