import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from '../../../shared/schema.ts'
import { ok } from '../../../shared/result.ts'
import type { ReplaceFile } from './atomic-file.ts'
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

/** Replaces files later, as on a disk that takes a moment for a flush. */
function slowDisk(): { readonly replace: ReplaceFile; readonly flush: () => void } {
  const pending: (() => void)[] = []
  return {
    replace: (path, text) => {
      const written = `${path}.${pending.length}.tmp`
      writeFileSync(written, text)
      pending.push(() => renameSync(written, path))
      return ok(written)
    },
    flush: () => pending.splice(0).forEach((put) => put()),
  }
}

test('a change that is not in place yet is part of the next one, and an edit since then still is', () => {
  const { path } = fileIn('{"name":"Zoë"}')
  const { flush, replace } = slowDisk()
  const file = new PersonFile<Names>({ path, parse: namesOf, absent: {}, replace })
  const add = (names: Names): void => {
    const latest = file.latest()
    if (!latest.ok) throw new Error(latest.error)
    expect(file.write({ ...latest.value, ...names }, 0)).toEqual(ok(null))
  }
  expect(file.content).toEqual({ name: 'Zoë' })
  add({ place: 'Bern' })
  add({ food: 'rösti' })
  add({ drink: 'tea' })
  expect(file.content).toEqual({ name: 'Zoë', place: 'Bern', food: 'rösti', drink: 'tea' })
  flush()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(file.content)
  expect(file.latest()).toEqual(ok(file.content))
  writeFileSync(path, '{"name":"Zoë"}')
  expect(file.latest()).toEqual(ok({ name: 'Zoë' }))
})
