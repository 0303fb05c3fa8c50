import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellQuote } from './shell-quote.ts'

const WORDS = [
  '',
  ' ',
  'a b',
  "it's",
  "''",
  '"quoted"',
  '$HOME `id` $(id)',
  String.raw`back\slash\n`,
  '*',
  '~',
  '-n',
  'a\nb',
  '#none',
  'a;b&c|d<e>f',
  'ä',
]

test.runIf(process.platform !== 'win32')('a shell reads every quoted word back as it is', () => {
  const command = `printf '%s\\0' ${WORDS.map(shellQuote).join(' ')}`
  const printed = execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })
  expect(printed.split('\0').slice(0, -1)).toEqual(WORDS)
})

test('a path without anything special stays as it is', () => {
  expect(shellQuote('/usr/bin/node-24.1')).toBe('/usr/bin/node-24.1')
})
