import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { PersonFile } from './person-file.ts'

function fileIn(text: string): { readonly path: string; readonly file: PersonFile<Names> } {
  const folder = mkdtempSync(join(tmpdir(), 'phoenix-person-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'settings.json')
  writeFileSync(path, text)
  return { path, file: new PersonFile<Names>({ path, parse: namesOf, absent: {} }) }
}

type Names = Readonly<Record<string, string>>

function namesOf(json: unknown): Names {
  return z.record(z.string(), z.string()).parse(json)
}

test('what was edited outside Phoenix meanwhile is part of the next change', () => {
  const { file, path } = fileIn('{"name":"Zoë"}')
  expect(file.content).toEqual({ name: 'Zoë' })
  writeFileSync(path, '{"name":"Ada","place":"Bern"}')
  expect(file.latest()).toEqual({ ok: true, value: { name: 'Ada', place: 'Bern' } })
  expect(file.content).toEqual({ name: 'Ada', place: 'Bern' })
})

test('an edit that is wrong is not overwritten, and what applied before still applies', () => {
  const { file, path } = fileIn('{"name":"Zoë"}')
  expect(file.content).toEqual({ name: 'Zoë' })
  writeFileSync(path, '{"name":')
  const latest = file.latest()
  expect(latest.ok ? '' : latest.error).toContain('was edited outside Phoenix')
  expect(file.content).toEqual({ name: 'Zoë' })
  expect(readFileSync(path, 'utf8')).toBe('{"name":')
  rmSync(path)
  expect(file.latest()).toEqual({ ok: true, value: { name: 'Zoë' } })
})

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
