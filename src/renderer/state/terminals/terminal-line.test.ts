import { Terminal } from '@xterm/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TERMINAL_PIECE } from '../../../shared/conversation/terminal-limits.ts'
import { WorkId } from '../../../shared/ids.ts'
import { ok } from '../../../shared/result.ts'
import { type Drawing, TerminalLine } from './terminal-line.ts'

const terminalId = WorkId.parse('t1')
const size = { columns: 80, rows: 24 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A view like the page's: it draws later what is written to it. */
function view() {
  const terminal = new Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  const drawing: Drawing = {
    reset: () => terminal.reset(),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
    write: (text, drawn) => terminal.write(text, drawn),
  }
  const drawn = async (): Promise<readonly string[]> => {
    await new Promise<void>((resolve) => terminal.write('', resolve))
    const { active } = terminal.buffer
    const lines = Array.from({ length: active.length }, (_, at) =>
      active.getLine(at)?.translateToString(true),
    )
    return lines.flatMap((line) => line || [])
  }
  return { drawing, drawn }
}

/** A line whose view records its input, and reports it as drawn on the test's command. */
function rig() {
  const asked: (readonly [string, unknown])[] = []
  const drawing: string[] = []
  const due: (() => void)[] = []
  const request = vi.fn((name: string, input: unknown) => {
    asked.push([name, input])
    return Promise.resolve(ok({}))
  })
  const line = new TerminalLine(
    terminalId,
    { request: request as never },
    {
      reset: () => void drawing.push('reset'),
      resize: ({ columns }) => void drawing.push(`resize ${columns}`),
      write(text, drawn) {
        // Nothing waits here.
        if (text === '') return drawn()
        drawing.push(text)
        due.push(drawn)
      },
    },
  )
  const reported = (): readonly unknown[] =>
    asked.flatMap(([name, input]) =>
      name === 'terminal.drawn' ? [(input as { until: number }).until] : [],
    )
  const screen = (at: number, text = 'screen', index = 0, count = 1): void =>
    line.take({ type: 'terminal.screen', terminalId, at, size, text, index, count })
  const print = (from: number, text: string): void =>
    line.take({ type: 'terminal.printed', terminalId, from, text })
  return { line, asked, drawing, due, reported, screen, print }
}

test('the screen is drawn first, in all its pieces, and then the output after it', () => {
  const { drawing, line, print, screen } = rig()
  line.attach()
  print(0, 'before the screen')
  screen(10, 'a', 0, 2)
  print(10, 'between its pieces')
  screen(10, 'b', 1, 2)
  print(10, 'c')
  line.take({ type: 'terminal.resized', terminalId, size: { columns: 100, rows: 3 } })
  print(11, 'd')
  expect(drawing).toEqual(['reset', 'a', 'b', 'c', 'resize 100', 'd'])
})

test('after a gap the screen is requested again, and nothing is drawn before it arrives', () => {
  const { asked, drawing, print, screen } = rig()
  screen(10)
  print(12, 'behind a hole')
  print(25, 'and more')
  expect(asked).toEqual([['terminal.attach', { terminalId }]])
  screen(40, 'again')
  expect(drawing).toEqual(['reset', 'screen', 'reset', 'again'])
})

test('the host is told what was drawn: at once if it is much, else after a moment', () => {
  const { due, print, reported, screen } = rig()
  screen(10)
  due.shift()?.()
  expect(reported()).toEqual([])
  vi.advanceTimersByTime(100)
  expect(reported()).toEqual([10])
  print(10, 'y'.repeat(TERMINAL_PIECE))
  vi.advanceTimersByTime(1_000)
  expect(reported()).toEqual([10])
  due.shift()?.()
  expect(reported()).toEqual([10, 10 + TERMINAL_PIECE])
})

test('a long paste is sent in pieces, in order', () => {
  const { asked, line } = rig()
  line.write(`${'a'.repeat(TERMINAL_PIECE)}b`)
  expect(asked.map(([, input]) => (input as { data: string }).data.length)).toEqual([
    TERMINAL_PIECE,
    1,
  ])
})

test('a part of a paste ends before a character that would be split', () => {
  const { asked, line } = rig()
  line.write(`${'a'.repeat(TERMINAL_PIECE - 1)}😀b`)
  const pieces = asked.map(([, input]) => (input as { data: string }).data)
  expect(pieces).toEqual(['a'.repeat(TERMINAL_PIECE - 1), '😀b'])
})

test('an ended one reports nothing', () => {
  const { due, line, print, reported, screen } = rig()
  screen(10)
  print(10, 'more')
  due.shift()?.()
  line.end()
  due.shift()?.()
  vi.advanceTimersByTime(1_000)
  expect(reported()).toEqual([])
})

test('a screen that arrives before earlier output is drawn replaces it', async () => {
  vi.useRealTimers()
  const { drawing, drawn } = view()
  const request = vi.fn(() => Promise.resolve(ok({})))
  const line = new TerminalLine(terminalId, { request: request as never }, drawing)
  const screen = (at: number, text: string): void =>
    line.take({ type: 'terminal.screen', terminalId, at, size, text, index: 0, count: 1 })
  screen(0, '')
  line.take({ type: 'terminal.printed', terminalId, from: 0, text: 'one\r\n' })
  screen(10, 'one\r\ntwo')
  expect(await drawn()).toEqual(['one', 'two'])
  line.end()
})
