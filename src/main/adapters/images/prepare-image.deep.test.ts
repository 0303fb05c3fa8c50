import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from '../../../shared/models/image-limits.ts'
import { noise, plain } from './image-matrix.fixture.ts'
import { port, type Ready } from './prepare-image.fixture.ts'

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
