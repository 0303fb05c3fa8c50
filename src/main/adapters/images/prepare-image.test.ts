import { expect, test } from 'vitest'
import { plain } from './image-matrix.fixture.ts'
import { port, type Ready } from './prepare-image.fixture.ts'

async function readyOf(bytes: Uint8Array, name: string): Promise<Ready> {
  const prepared = await port.prepare(bytes, name)
  if (prepared.type === 'refused') throw new Error(prepared.problem)
  return prepared
}

test('a name is shown as the last part of a path, on one line, at most 255 long', async () => {
  const bytes = await plain(2, 2).png().toBuffer()
  expect((await readyOf(bytes, 'C:\\a\\b/ca\nt\u202E.png')).name).toBe('ca t .png')
  expect((await readyOf(bytes, `${'x'.repeat(400)}.png`)).name).toHaveLength(255)
  expect((await readyOf(bytes, '')).name).toBe('image')
})
