import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandForSandbox } from './electron-sandbox.mjs'

let folder: string
const at = (name: string): string => join(folder, name)
const commandFor = (uid: number): string | null =>
  commandForSandbox(at('electron'), uid, at('restriction'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'phoenix-electron-'))
  writeFileSync(at('chrome-sandbox'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an ordinary account gets the command where namespaces are restricted', () => {
  writeFileSync(at('restriction'), '1\n')
  expect(commandFor(1000)).toContain(`sudo chmod 4755 '${at('chrome-sandbox')}'`)
  rmSync(at('chrome-sandbox'))
  expect(commandFor(1000)).not.toBeNull()
})

test('nobody gets it where they are not, and root needs none', () => {
  expect(commandFor(1000)).toBeNull()
  writeFileSync(at('restriction'), '0\n')
  expect(commandFor(1000)).toBeNull()
  writeFileSync(at('restriction'), '1\n')
  expect(commandFor(0)).toBeNull()
})

test.runIf(process.getuid?.() === 0)(
  'a helper that belongs to root and may act as root suffices',
  () => {
    writeFileSync(at('restriction'), '1\n')
    chownSync(at('chrome-sandbox'), 0, 0)
    chmodSync(at('chrome-sandbox'), 0o755)
    expect(commandFor(1000)).not.toBeNull()
    chmodSync(at('chrome-sandbox'), 0o4755)
    expect(commandFor(1000)).toBeNull()
  },
)
