import { expect, test } from 'vitest'
import { colouredText, plainText, unfinishedFrom } from './terminal-text.ts'

const ESC = '\u001b'

test('the model gets neither escapes nor control characters, but newlines and tabs', () => {
  const text = `${ESC}[1;31mred${ESC}[0m\ta\u0000b\u0007\u0008${ESC}]0;title\u0007${ESC}(B\u009b\nend${ESC}[2K${ESC}`
  expect(plainText(text)).toBe('red\tab\nend')
})

test('the screen keeps the colours and nothing else', () => {
  const text = `${ESC}[1;38;5;9mred${ESC}[0m${ESC}[2J${ESC}[10;3Hx${ESC}]8;;http://a${ESC}\\link\u0000`
  expect(colouredText(text)).toBe(`${ESC}[1;38;5;9mred${ESC}[0mxlink`)
})

test('of a line that is redrawn the last state remains', () => {
  expect(plainText(' 10%\r 50%\r100%\r\ndone\r\n')).toBe('100%\ndone\n')
  expect(plainText('a\rb\r')).toBe('b')
  expect(plainText(`${ESC}[2K\r${ESC}[1Gbuilding`)).toBe('building')
})

test.for([
  ['text', null],
  ['text\n', null],
  [`text${ESC}[0m`, null],
  [`text${ESC}[0m and more`, null],
  ['text\r', 4],
  [`text${ESC}`, 4],
  [`text${ESC}[1;3`, 4],
  [`text${ESC}]0;title`, 4],
] as const)('where %j continues in the next piece', ([text, from]) => {
  expect(unfinishedFrom(text)).toBe(from ?? text.length)
})

test('text that only looks like an endless escape is not held back forever', () => {
  const text = `${ESC}]${'x'.repeat(1_000)}`
  expect(unfinishedFrom(text)).toBe(text.length)
})
