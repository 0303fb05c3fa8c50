import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../adapters/processes/supervisor-fixture.ts'
import { writeFile } from './write-file.ts'

test('a new file is written, an existing one replaced, and behind a link the file itself', () => {
  using folder = temporaryFolder()
  const path = (name: string): string => join(folder.path, name)
  writeFileSync(path('old'), 'old')
  symlinkSync('old', path('link'))
  symlinkSync('nowhere', path('dangling'))
  for (const name of ['new', 'old', 'link', 'dangling'])
    expect(writeFile(path(name), name)).toEqual({ ok: true, value: null })
  expect(readFileSync(path('new'), 'utf8')).toBe('new')
  expect(readFileSync(path('old'), 'utf8')).toBe('link')
  expect(lstatSync(path('link')).isSymbolicLink()).toBe(true)
  expect(existsSync(path('dangling'))).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a folder, a pipe or a link to a device is not replaced, and the sentence says why',
  () => {
    using folder = temporaryFolder()
    const path = (name: string): string => join(folder.path, name)
    mkdirSync(path('folder'))
    execFileSync('mkfifo', [path('pipe')])
    symlinkSync('/dev/null', path('device'))
    expect(writeFile(path('folder'), '')).toMatchObject({
      error: expect.stringContaining('there is a folder where a file should be'),
    })
    for (const name of ['pipe', 'device']) {
      expect(writeFile(path(name), '')).toEqual({
        ok: false,
        error: `${path(name)} could not be written: it is no ordinary file.`,
      })
    }
    expect(lstatSync(path('pipe')).isFIFO()).toBe(true)
    expect(lstatSync(path('device')).isSymbolicLink()).toBe(true)
  },
)
