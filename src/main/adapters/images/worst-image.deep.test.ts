import sharp from 'sharp'
import { expect, test } from 'vitest'
import { MAX_COPY_BYTES, MAX_COPY_PIXELS } from '../../../shared/models/image-limits.ts'
import { noise } from './image-matrix.fixture.ts'
import { createImagePort } from './prepare-image.ts'

test('the image that compresses worst is reduced as far as needed', async () => {
  const image = noise(MAX_COPY_PIXELS, MAX_COPY_PIXELS, 4).png({ compressionLevel: 1 })
  const prepared = await createImagePort().prepare(await image.toBuffer(), 'noise.png')
  if (prepared.type === 'refused') throw new Error(prepared.problem)
  const { format, height, width } = await sharp(prepared.copy).metadata()
  expect([format, prepared.mediaType]).toEqual(['webp', 'image/webp'])
  expect([width, height]).toEqual([prepared.width, prepared.height])
  expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_COPY_PIXELS)
  expect(prepared.copy.length).toBeLessThanOrEqual(MAX_COPY_BYTES)
})
