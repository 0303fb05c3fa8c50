import { afterEach, expect, test, vi } from 'vitest'
import { processTerminal } from './terminal.ts'

afterEach(() => vi.restoreAllMocks())

test('a sentence that quotes a hostile file name controls no terminal', () => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  const terminal = processTerminal()
  const read = terminal.readFile('/gone\u001B]0;x\u0007\u009B2J.json', 1)
  terminal.note(read.ok ? '' : read.error)
  terminal.note('Two\nlines, and an emoji: ✔️')
  expect(written).toEqual([
    '/gone\\u{001B}]0;x\\u{0007}\\u{009B}2J.json could not be read: it does not exist.\n',
    'Two\nlines, and an emoji: ✔️\n',
  ])
})
