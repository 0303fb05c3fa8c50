import { expect, test } from 'vitest'
import { allowedWidth, widthAfterKey } from './sidebar-width.ts'

test('the sidebar is never narrower than 200 px nor wider than 420 px', () => {
  expect([0, 199.6, 300.4, 9_999].map(allowedWidth)).toEqual([200, 200, 300, 420])
  expect(allowedWidth(Number.NaN)).toBe(260)
})

test('the arrows move its edge, Home and End move it to its ends, other keys do nothing', () => {
  expect(widthAfterKey('ArrowLeft', 260)).toBe(240)
  expect(widthAfterKey('ArrowRight', 410)).toBe(420)
  expect(widthAfterKey('Home', 260)).toBe(200)
  expect(widthAfterKey('End', 260)).toBe(420)
  expect(widthAfterKey('Enter', 260)).toBeNull()
})
