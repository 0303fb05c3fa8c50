import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSettings, type Settings } from './settings.ts'

function opened(saved: unknown = null): { readonly settings: Settings; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (saved !== null) writeFileSync(join(folder, 'settings.json'), JSON.stringify(saved))
  const settings = openSettings({
    folder,
    environment: {},
    keyring: { type: 'unasked' },
    now: () => 1_700_000_000_000,
    onSecret: () => undefined,
  })
  if (!settings.ok) throw new Error(settings.error)
  return { settings: settings.value, path: join(folder, 'settings.json') }
}

test('a change keeps what was edited by hand since the start', () => {
  const { path, settings } = opened()
  settings.save({ model: 'one' })
  const saved = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...saved, automaticTitles: false }))
  settings.save({ model: 'two' })
  expect(settings.view()).toMatchObject({ model: 'two', automaticTitles: false })
})

test('a change is refused while what was edited by hand cannot be used', () => {
  const { path, settings } = opened()
  settings.save({ model: 'one' })
  writeFileSync(path, '{ "model": "two",')
  const refused = settings.save({ model: 'three' })
  expect(refused.ok ? '' : refused.error.message).toContain('was edited outside Phoenix')
  expect(readFileSync(path, 'utf8')).toBe('{ "model": "two",')
  expect(settings.view().model).toBe('one')
})

const EDITED = {
  model: 'one',
  baseUrl: 7,
  favouriteModels: ['a', 3, 'b', 4],
  timeouts: { silenceMs: 'long', connectMs: 9_000 },
  behaviour: { effort: 'hihg', debounceMs: 50, shortcuts: { send: 1, stop: 'Escape' } },
  ofALaterVersion: true,
}

test('a wrong value costs that setting only: it is named, and its default applies', () => {
  const { path, settings } = opened(EDITED)
  expect(settings.view()).toMatchObject({
    model: 'one',
    baseUrl: null,
    favouriteModels: ['a', 'b'],
    timeouts: { connectMs: 9_000 },
    behaviour: { effort: 'auto', debounceMs: 50, shortcuts: { stop: 'Escape' } },
  })
  const named = settings.notices.map(
    (each) => /^The setting (\S+) has a wrong value/.exec(each)?.[1],
  )
  expect(settings.view().wrongValues).toEqual(named)
  expect(new Set(named)).toEqual(
    new Set([
      'baseUrl',
      'behaviour.effort',
      'behaviour.shortcuts.send',
      'favouriteModels.1',
      'favouriteModels.3',
      'timeouts.silenceMs',
    ]),
  )
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(EDITED)
})

test('a wrong value stays in the file until its own setting is chosen again', () => {
  const { path, settings } = opened(EDITED)
  settings.save({ model: 'two', behaviour: { effort: 'auto' }, favouriteModels: { c: true } })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    ...EDITED,
    model: 'two',
    favouriteModels: ['a', 'b', 'c', 3, 4],
    behaviour: { ...EDITED.behaviour, effort: 'auto' },
  })
  settings.save({ baseUrl: null })
  expect(settings.notices.join()).not.toMatch(/effort|baseUrl/)
  expect(settings.notices).toHaveLength(4)
})

test('a name that no setting can have is named, too', () => {
  const { settings } = opened({ behaviour: { shortcuts: { ['x'.repeat(60)]: 'Escape' } } })
  expect(settings.notices).toEqual([expect.stringContaining('behaviour.shortcuts.xxx')])
})

test('what is no object at all is set aside', () => {
  const { settings } = opened(['one'])
  expect(settings.notices).toEqual([expect.stringContaining('The old file is kept as')])
})

test('fields that this version does not know stay in the file, whatever is changed', () => {
  const ofLater = { ofLater: null, soon: { a: [1] } }
  const { path, settings } = opened({
    ...ofLater,
    timeouts: { ...ofLater, silenceMs: 9_000, connectMs: 8_000 },
    behaviour: ofLater,
  })
  settings.save({ timeouts: { silenceMs: null, requestMs: 7_000 } })
  settings.save({ behaviour: { debounceMs: 50 } })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    ...ofLater,
    timeouts: { ...ofLater, connectMs: 8_000, requestMs: 7_000 },
    behaviour: { ...ofLater, debounceMs: 50 },
  })
  expect(settings.view().timeouts).toEqual({ connectMs: 8_000, requestMs: 7_000 })
  expect(settings.resolve().timeouts).toEqual({ connectMs: 8_000, requestMs: 7_000 })
})
