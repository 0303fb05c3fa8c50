import { expect, test } from 'vitest'
import { fontName, isTextSize, tokensOf } from './text-look.ts'

test('the default size and no font of one’s own change nothing', () => {
  expect([...tokensOf('usual', '  ')]).toEqual([])
})

test('a size also scales line height and code', () => {
  expect(Object.fromEntries(tokensOf('large', ''))).toEqual({
    '--size-prose': '17px',
    '--line-prose': '27px',
    '--size-code': '15px',
  })
})

test('a chosen font precedes the fallback fonts', () => {
  expect([...tokensOf('usual', ' JetBrains Mono ')]).toEqual([
    ['--font-code', '"JetBrains Mono", ui-monospace, monospace'],
  ])
})

test('a font name cannot contain CSS', () => {
  expect(fontName('a", url(https://x) "\\\n')).toBe('a, url(https://x)')
  expect(fontName('x'.repeat(200))).toHaveLength(100)
})

test('a saved value is a size or ignored', () => {
  expect(['small', 'usual', 'large', 'largest'].every(isTextSize)).toBe(true)
  expect(['', 'toString', 15, null].some(isTextSize)).toBe(false)
})
