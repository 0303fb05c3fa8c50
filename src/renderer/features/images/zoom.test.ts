import { expect, test } from 'vitest'
import { fitScale, nameToSave, scrollFor, wordsOfScale, zoomed, zoomKey } from './zoom.ts'

test('an image fits its room, and a small one stays as it is', () => {
  const room = { width: 800, height: 600 }
  expect(fitScale({ width: 1_600, height: 600 }, room)).toBe(0.5)
  expect(fitScale({ width: 800, height: 6_000 }, room)).toBeCloseTo(0.1)
  expect(fitScale({ width: 16, height: 16 }, room)).toBe(1)
  expect(fitScale({ width: 1_000_000, height: 1 }, room)).toBe(0.05)
})

test('steps go back to where they came from, and end somewhere', () => {
  expect(zoomed(zoomed(0.4, 3), -3)).toBeCloseTo(0.4)
  expect([zoomed(1, 100), zoomed(1, -100)]).toEqual([8, 0.05])
  expect(wordsOfScale(0.666)).toBe('67%')
})

test('what is under the pointer stays there', () => {
  expect(scrollFor(100, 50, 2)).toBe(250)
  expect(scrollFor(250, 50, 0.5)).toBe(100)
  expect(scrollFor(0, 50, 0.5)).toBe(0)
})

test.each([
  ['+', 'in'],
  ['=', 'in'],
  ['-', 'out'],
  ['0', 'fit'],
  ['1', 'actual'],
  ['a', null],
])('the key %s: %s', (key, asked) => {
  expect(zoomKey(key)).toBe(asked)
})

test.each([
  ['cat.png', 'image/png', 'cat.png'],
  ['Cat.JPG', 'image/jpeg', 'Cat.JPG'],
  ['scan.tiff', 'image/webp', 'scan.webp'],
  ['shots/one', 'image/png', 'one.png'],
  ['', 'image/gif', 'image.gif'],
])('%j of %s is saved as %s', (name, type, saved) => {
  expect(nameToSave(name, type)).toBe(saved)
})
