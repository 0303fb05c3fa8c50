import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PersonFile } from './person-file.ts'

test.each([
  ['UTF-8', 'utf8'],
  ['UTF-16', 'utf16le'],
] as const)('what an editor saved as %s with a byte order mark applies', (_, encoding) => {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-person-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'settings.json')
  writeFileSync(path, '\uFEFF{"name":"Zoë"}\r\n', encoding)
  const file = new PersonFile<unknown>({ path, parse: (json) => json, absent: null })
  expect(file.content).toEqual({ name: 'Zoë' })
  expect(file.fault).toBeNull()
  expect(readdirSync(folder)).toEqual(['settings.json'])
})
