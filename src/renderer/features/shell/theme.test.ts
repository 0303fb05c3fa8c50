import { expect, test } from 'vitest'
import { isTheme, lookOfTheme, THEMES } from './theme.ts'

test.each([
  ['system', false, null, false],
  ['system', true, null, true],
  ['light', true, 'light', false],
  ['dark', false, 'dark', false],
  ['contrast-light', false, 'light', true],
  ['contrast-dark', true, 'dark', true],
] as const)(
  '%s, the system asking for contrast: %s, is %s with high contrast: %s',
  (theme, wants, scheme, hasHighContrast) => {
    expect(lookOfTheme(theme, wants)).toEqual({ scheme, hasHighContrast })
  },
)

test('a saved value is a theme or ignored', () => {
  expect(THEMES.every(isTheme)).toBe(true)
  expect(['', 'sepia', null].some(isTheme)).toBe(false)
})
