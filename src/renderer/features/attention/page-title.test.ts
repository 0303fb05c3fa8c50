import { expect, test } from 'vitest'
import { pageIcon, pageTitle } from './page-title.ts'

test.each([
  [0, '', 'Phoenix'],
  [0, 'Fix the login', 'Fix the login – Phoenix'],
  [2, 'Fix the login', '(2) Fix the login – Phoenix'],
  [2, '', '(2) Phoenix'],
  [0, 'Fix \u202Enigol', 'Fix \\u{202E}nigol – Phoenix'],
])('with %i waiting and %j shown the window is titled %j', (waiting, title, expected) => {
  expect(pageTitle(waiting, title)).toBe(expected)
})

const drawn = (waiting: number): string => decodeURIComponent(pageIcon(waiting))

test('the icon of the page has a number when something waits', () => {
  expect(drawn(0)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/)
  expect(drawn(0)).not.toContain('<text')
  expect(drawn(7)).toContain('>7</text>')
  expect(drawn(12)).toContain('>9+</text>')
})
