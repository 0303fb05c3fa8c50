import { expect, test } from 'vitest'
import { allowedHeight, heightAfterKey, LEAST_HEIGHT } from './panel-height.ts'

test.for([
  [300.4, 1000, 300],
  [10, 1000, LEAST_HEIGHT],
  [900, 1000, 700],
  [300, 100, LEAST_HEIGHT],
  [Number.NaN, 1000, 280],
] as const)('of %d px in a window of %d, it gets %d', ([height, ofWindow, allowed]) => {
  expect(allowedHeight(height, ofWindow)).toBe(allowed)
})

test.for([
  ['ArrowUp', 320],
  ['ArrowDown', 280],
  ['Home', 700],
  ['End', LEAST_HEIGHT],
  ['Enter', 280],
  ['a', null],
] as const)('the key %s moves its edge to %s', ([key, height]) => {
  expect(heightAfterKey(key, 300, 1000)).toBe(height)
})
