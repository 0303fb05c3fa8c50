import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from '../../../shared/models/image-limits.ts'
import type { PreparedImage } from '../../runtime/ports/file-ports.ts'
import { noise, plain } from './image-matrix.fixture.ts'
import { createImagePort } from './prepare-image.ts'

const port = createImagePort()
type Ready = Extract<PreparedImage, { type: 'ready' }>

async function readyOf(bytes: Uint8Array, name: string): Promise<Ready> {
  const prepared = await port.prepare(bytes, name)
  if (prepared.type === 'refused') throw new Error(prepared.problem)
  return prepared
}

async function expectWithinLimits(copy: Ready): Promise<void> {
  const { format, height, width } = await sharp(copy.copy).metadata()
  expect([`image/${format}`, width, height]).toEqual([copy.mediaType, copy.width, copy.height])
  expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_COPY_PIXELS)
  expect(copy.copy.length).toBeLessThanOrEqual(MAX_COPY_BYTES)
}

test('random changes of bytes give a copy within limits or a sentence', async () => {
  const makes = [
    plain(64, 64).png(),
    noise(64, 64).jpeg(),
    noise(64, 64).webp(),
    noise(64, 64).gif(),
  ]
  let seed = 3
  for (const make of makes) {
    const bytes = await make.toBuffer()
    for (let round = 0; round < 25; round++) {
      const broken = Uint8Array.from(bytes)
      for (let turn = 0; turn < 4; turn++) {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
        broken[seed % broken.length] = seed >>> 24
      }
      const prepared = await port.prepare(broken, 'broken.png')
      if (prepared.type === 'ready') await expectWithinLimits(prepared)
      else expect(prepared.problem).toMatch(/^broken\.png .*\.$/)
    }
  }
})

test('a name is shown as the last part of a path, on one line, at most 255 long', async () => {
  const bytes = await plain(2, 2).png().toBuffer()
  expect((await readyOf(bytes, 'C:\\a\\b/ca\nt\u202E.png')).name).toBe('ca t .png')
  expect((await readyOf(bytes, `${'x'.repeat(400)}.png`)).name).toHaveLength(255)
  expect((await readyOf(bytes, '')).name).toBe('image')
})
