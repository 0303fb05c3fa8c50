import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, EXPORT, held } from './large-exports.fixture.ts'

test('an export that ends in the middle is refused with a sentence, and a start deletes what a kill left', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'phoenix-data-'))
  const imports = importsIn(dataFolder)
  const file = await held(imports, EXPORT.subarray(0, EXPORT.length - 1_000))
  expect(await imports.look(file.path)).toMatchObject({
    ok: false,
    error: expect.stringContaining('ends in the middle'),
  })
  importsIn(dataFolder)
  expect(readdirSync(dataFolder)).toEqual([])
})
