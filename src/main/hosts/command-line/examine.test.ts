import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failed, ok } from '../../../shared/result.ts'
import { temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { examine, hasProgram } from './examine.ts'

test('on a machine with an empty PATH, each program is listed with how to get it', async () => {
  using data = temporaryFolder()
  const found = await examine(ok(data.path), { PATH: data.path }, 'linux')
  const notes = found.filter(({ state }) => state === 'note')
  expect(notes.map(({ advice }) => advice)).toEqual([
    'Install it, for example: sudo apt install git.',
    'Install it, for example: sudo apt install gh, then gh auth login.',
    'Install it, for example: sudo apt install xdg-utils.',
    'Install one, for example: sudo apt install gnome-keyring.',
  ])
  expect(found.filter(({ state }) => state === 'missing')).toEqual([])
})

test('a program that exists and does not run is not reported as missing', async () => {
  using data = temporaryFolder()
  const gh = join(data.path, 'gh')
  writeFileSync(gh, '#!/bin/sh\nexit 1\n')
  chmodSync(gh, 0o755)
  const found = await examine(ok(data.path), { PATH: data.path }, 'darwin')
  expect(found.map(({ what }) => what)).toContain(
    `gh: ${gh} does not run, so no work can start from a GitHub issue`,
  )
  expect(found.some(({ what }) => what.startsWith('Browser'))).toBe(false)
  expect(hasProgram('gh', { PATH: data.path })).toBe(true)
  expect(hasProgram(gh, {})).toBe(true)
  expect(hasProgram('gh', {})).toBe(false)
})

test('a data folder that takes no file is missing, whatever its permissions say', async () => {
  using data = temporaryFolder()
  const gone = join(data.path, 'gone')
  const found = await examine(ok(gone), {}, 'darwin')
  expect(found.filter(({ state }) => state === 'missing')).toEqual([
    {
      state: 'missing',
      what: `Data folder: ${gone} cannot be written to: it does not exist`,
      advice: 'Make room or the folder writable, or name another with --data.',
    },
  ])
  await examine(ok(data.path), {}, 'darwin')
  expect(readdirSync(data.path)).toEqual([])
})

test('a data folder that cannot be used is missing, and its database is not looked for', async () => {
  const found = await examine(failed('It is a file.'), {}, 'darwin')
  expect(found.filter(({ state }) => state === 'missing')).toEqual([
    { state: 'missing', what: 'Data folder: cannot be used', advice: 'It is a file.' },
  ])
  expect(found.some(({ what }) => what.startsWith('Database'))).toBe(false)
})
