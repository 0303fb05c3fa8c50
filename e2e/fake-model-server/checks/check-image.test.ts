import sharp from 'sharp'
import { expect, test } from 'vitest'
import { checkImage } from './check-image.ts'

function image(width: number, height = 10): ReturnType<typeof sharp> {
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
}

function check(bytes: Uint8Array, mediaType: string): string | null {
  const data = Buffer.from(bytes).toString('base64')
  return checkImage({ source: { type: 'base64', media_type: mediaType, data } }, 'here')
}

test('the formats of the API are accepted only under their own names', async () => {
  const made = {
    'image/png': await image(20).png().toBuffer(),
    'image/jpeg': await image(20).jpeg().toBuffer(),
    'image/gif': await image(20).gif().toBuffer(),
    'image/webp': await image(20).webp().toBuffer(),
  }
  for (const [mediaType, bytes] of Object.entries(made)) {
    expect(check(bytes, mediaType)).toBeNull()
    const other = mediaType === 'image/png' ? 'image/jpeg' : 'image/png'
    expect(check(bytes, other)).toContain(`appears to be ${mediaType}`)
  }
})

test('too many pixels, too many bytes and non-images are refused', async () => {
  expect(check(await image(8001).png().toBuffer(), 'image/png')).toContain('8000 pixels')
  expect(check(await image(8001).jpeg().toBuffer(), 'image/jpeg')).toContain('8000 pixels')
  expect(check(await image(8001).webp().toBuffer(), 'image/webp')).toContain('8000 pixels')
  expect(check(new Uint8Array(4_000_000), 'image/png')).toContain('5 MB maximum')
  expect(check(new TextEncoder().encode('<svg/>'), 'image/png')).toContain('Could not process')
})
