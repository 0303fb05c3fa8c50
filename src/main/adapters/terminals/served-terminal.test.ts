import type { IPty } from '@lydell/node-pty'
import { expect, test } from 'vitest'
import type { ScreenText } from './messages.ts'
import { ServedTerminal } from './served-terminal.ts'
import { SIZE } from './terminal.fixture.ts'

function nothing(): void {}

/** A terminal whose program prints and ends when the test says so. */
function rig() {
  let print: (text: string) => void = nothing
  let end: (exit: { exitCode: number; signal?: number }) => void = nothing
  const written: string[] = []
  const state = { isPaused: false }
  const pty = {
    onData: (listener: typeof print) => void (print = listener),
    onExit: (listener: typeof end) => void (end = listener),
    resize: (columns: number, rows: number) => void written.push(`resized ${columns} ${rows}`),
    pause: () => void (state.isPaused = true),
    resume: () => void (state.isPaused = false),
  } as unknown as IPty
  const reported: string[] = []
  let sent = 0
  const write = (data: string): void => void written.push(data)
  const input = { write, answer: write, close: nothing }
  const served = new ServedTerminal({ pty, input }, SIZE, {
    onPrinted: (from, text) => {
      expect(from).toBe(sent)
      sent += text.length
      reported.push(text.length > 20 ? `${text.length} printed` : text)
    },
    onResized: ({ columns, rows }) => reported.push(`resized ${columns} ${rows}`),
    onTitled: (title) => reported.push(`titled ${title}`),
    onExited: ({ code, signal }) => reported.push(`exited ${code} ${signal}`),
    onWaiting: () => undefined,
  })
  const readScreen = (): Promise<ScreenText> => new Promise((resolve) => served.readScreen(resolve))
  return {
    served,
    state,
    reported,
    written,
    readScreen,
    print: (text: string) => print(text),
    end: (exit: Parameters<typeof end>[0]) => end(exit),
  }
}

const BLOCK = 'y\r\n'.repeat(20_000)

test('a program that prints faster than its listeners read waits, and continues when they have read', async () => {
  const { print, served, state, readScreen } = rig()
  for (let each = 0; each < 12; each += 1) {
    print(BLOCK)
    await readScreen()
    served.send(BLOCK.length)
    if (state.isPaused) break
  }
  expect(state.isPaused).toBe(true)
  expect(served.hasNews).toBe(false)
  served.confirmed(6 * BLOCK.length)
  expect(served.hasNews).toBe(true)
  while (served.hasNews) {
    const length = served.send(BLOCK.length)
    served.confirmed(length)
  }
  expect(state.isPaused).toBe(false)
})

test('a program that prints faster than the screen can be drawn waits too', async () => {
  const { print, served, state, readScreen } = rig()
  for (let each = 0; each < 6; each += 1) {
    print(BLOCK)
    served.send(BLOCK.length)
    served.confirmed(BLOCK.length)
  }
  expect(state.isPaused).toBe(true)
  await readScreen()
  await expect.poll(() => state.isPaused).toBe(false)
})

test('nothing is sent between the text of a screen and its answer', async () => {
  const { print, readScreen, served, reported } = rig()
  print('before')
  const screen = readScreen()
  print('after')
  expect(served.send(1_000)).toBe(0)
  const { at, text } = await screen
  expect(at).toBe('before'.length)
  expect(text).toBe('before')
  served.send(1_000)
  expect(reported).toEqual(['beforeafter'])
})

test('a screen holds everything that was sent before it, also because of a new size', async () => {
  const { print, readScreen, served, reported } = rig()
  print('before')
  const screen = readScreen()
  print(' and after')
  served.resize({ columns: 100, rows: 5 })
  expect(reported).toEqual(['before and after', 'resized 100 5'])
  expect(await screen).toEqual({
    at: 'before and after'.length,
    size: { columns: 100, rows: 5 },
    text: 'before and after',
  })
})

test('a screen has the size that was reported before it, even if nothing was printed', async () => {
  const { readScreen, served, reported } = rig()
  const screen = readScreen()
  served.resize({ columns: 100, rows: 5 })
  expect(reported).toEqual(['resized 100 5'])
  expect(await screen).toEqual({ at: 0, size: { columns: 100, rows: 5 }, text: '' })
})

test('a new size follows the output for the old one, and only the last of many titles is reported', () => {
  const { print, served, reported, written } = rig()
  print('wide')
  served.resize({ columns: 10, rows: 5 })
  print('narrow')
  served.send(1_000)
  expect(reported).toEqual(['wide', 'resized 10 5', 'narrow'])
  expect(written).toEqual(['resized 10 5'])
})

test('the end is reported last, with the name of the signal; nothing is written to it afterwards', () => {
  const { end, print, served, reported, written } = rig()
  print('last words')
  end({ exitCode: 0, signal: 9 })
  served.write('too late')
  served.resize({ columns: 10, rows: 5 })
  while (served.hasNews) served.send(4)
  expect(reported.slice(-1)).toEqual(['exited null SIGKILL'])
  expect(reported.join('')).toContain('last words')
  expect(written).toEqual([])
})
