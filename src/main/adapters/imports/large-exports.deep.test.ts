import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, SESSIONS, EXPORT, held } from './large-exports.fixture.ts'

test('a recovery export is read from the disk one conversation at a time, each as it was', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'phoenix-data-'))
  const imports = importsIn(dataFolder)
  const file = await held(imports, EXPORT)
  const content = await imports.look(file.path)
  if (!content.ok || content.value.type !== 'exports') throw new Error('no exports')
  const { exports } = content.value
  expect(exports.map(({ folder, title }) => [title, folder])).toEqual(
    SESSIONS.map(({ title }) => [title, '/work']),
  )
  expect(new Set(exports.map(({ mark }) => mark)).size).toBe(3)
  for (const [n, place] of exports.entries()) {
    const read = await imports.readExport(file.path, place)
    expect(read.ok && read.value.messages).toEqual(SESSIONS[n]?.messages)
  }
  file.remove()
  await expect.poll(() => readdirSync(join(dataFolder, 'imports'))).toEqual([])
  const [first] = exports
  if (first === undefined) throw new Error('none')
  expect(await imports.readExport(file.path, first)).toMatchObject({ ok: false })
})
