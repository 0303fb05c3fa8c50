import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsIn, EXPORT, held } from './large-exports.fixture.ts'

async function whyRefused(bytes: Uint8Array): Promise<string> {
  const imports = importsIn(mkdtempSync(join(tmpdir(), 'phoenix-data-')))
  const look = await imports.look((await held(imports, bytes)).path)
  return look.ok ? '' : look.error
}

test('an export of a newer Phoenix is refused, and so is a file with something after its export', async () => {
  const [whole, newer] = [EXPORT.toString(), '"version": 2']
  expect(await whyRefused(Buffer.from(whole.replace('"version": 1', newer)))).toContain(
    'newer version of Phoenix',
  )
  expect(await whyRefused(Buffer.from(whole + whole))).toContain('something besides its export')
})

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
