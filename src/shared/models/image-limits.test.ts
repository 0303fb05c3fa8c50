import { expect, test } from 'vitest'
import {
  MAX_COPY_BYTES,
  MAX_COPY_PIXELS,
  MAX_REQUEST_BYTES,
  MAX_REQUEST_IMAGE_BYTES,
  MAX_REQUEST_IMAGES,
} from './image-limits.ts'

test('copies and requests stay within the strictest limit of all providers', () => {
  expect(MAX_COPY_PIXELS).toBe(1_568)
  expect(MAX_COPY_BYTES).toBe(3.75 * 1024 * 1024)
  expect(MAX_REQUEST_IMAGES).toBe(100)
  expect(MAX_REQUEST_BYTES).toBe(30_000_000)
  expect(MAX_REQUEST_IMAGE_BYTES).toBe(18_000_000)
})
