import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnsi } from './ansi.ts'

const plain = (text: string): string =>
  parseAnsi(text)
    .map((run) => run.text)
    .join('')

describe('the output of a command', () => {
  test('keeps its colours as classes', () => {
    expect(parseAnsi('a\u001B[31mb\u001B[1mc\u001B[0md')).toEqual([
      { text: 'a', classes: '' },
      { text: 'b', classes: 'ansi-red' },
      { text: 'c', classes: 'ansi-red ansi-bold' },
      { text: 'd', classes: '' },
    ])
  })

  test('ends single marks and colours', () => {
    expect(parseAnsi('\u001B[1;4;92;44ma\u001B[22;39;49mb')).toEqual([
      { text: 'a', classes: 'ansi-bright-green ansi-on-blue ansi-bold ansi-underline' },
      { text: 'b', classes: 'ansi-underline' },
    ])
  })

  test.each([
    ['38;5;1', 'ansi-red'],
    ['38;5;12', 'ansi-bright-blue'],
    ['38;5;196', 'ansi-bright-red'],
    ['38;5;244', 'ansi-bright-black'],
    ['38;2;0;200;0', 'ansi-bright-green'],
    ['48;2;20;20;20', 'ansi-on-black'],
    ['38:5:1', 'ansi-red'],
    ['1;38:2:0:200:0', 'ansi-bright-green ansi-bold'],
    ['38:2::0:200:0', 'ansi-bright-green'],
    ['4:3', 'ansi-underline'],
    ['31;4;4:0', 'ansi-red'],
    ['31;58:2::0:200:0', 'ansi-red'],
    ['31;58;5;1', 'ansi-red'],
    ['31;58;2;0;0;0;4', 'ansi-red ansi-underline'],
  ])('maps %s to %s', (code, name) => {
    expect(parseAnsi(`\u001B[${code}mx`)).toEqual([{ text: 'x', classes: name }])
  })

  test('drops cursor movements and titles, and keeps other control characters visible', () => {
    expect(plain('\u001B[2J\u001B[1;1Ha\u001B]0;title\u0007b\u0000c\u001B[?25l')).toBe('ab\u0000c')
  })

  test('loses no other line to a title without an end', () => {
    expect(plain('a\u001B]0;title\nb')).toBe('a\nb')
  })

  test('shows a progress bar in its last state', () => {
    expect(plain('10 %\r50 %\r100 %\r\ndone\r\n')).toBe('100 %\ndone\n')
  })

  test('a spinner that never ends its line takes time in proportion to its length', () => {
    const returns = '\r'.repeat(100_000)
    const began = performance.now()
    expect(parseAnsi(`a${returns}b${returns}\nc`)[0]?.text).toBe('b\nc')
    expect(performance.now() - began).toBeLessThan(2_500)
  })

  test('never throws, and gains no text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('\u001B', '[', '3', '8', ';', '5', 'm', 'a', '\r', '\n'),
        }),
        (text) => {
          expect(plain(text).length).toBeLessThanOrEqual(text.length)
        },
      ),
    )
  })
})
