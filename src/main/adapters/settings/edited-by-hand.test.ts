import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSettings, type Settings } from './settings.ts'

function opened(): { readonly settings: Settings; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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
