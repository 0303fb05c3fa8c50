import { expect, test } from 'vitest'
import { drawn, SIZE } from './terminal.fixture.ts'
import { linesOf, rig } from './screen.fixture.ts'

test('a screen drawn from its text is identical: colours, modes, cursor and scrollback', async () => {
  const { screen, write } = rig()
  await write(linesOf(100, (at) => `line ${at}`))
  await write('\u001B[?2004h\u001B[31mred\u001B[0m\u001B[10;5H')
  const { text } = screen.text(0)
  const again = rig()
  await again.write(text)
  expect(again.screen.text(0).text).toBe(text)
  expect(text).toContain('\u001B[?2004h')
  expect(text).toContain('\u001B[31mred')
  const lines = await drawn(text, SIZE)
  expect(lines.filter((line) => line.startsWith('line '))).toHaveLength(100)
})

test('a full-screen program leaves the earlier screen in place behind it', async () => {
  const { screen, write } = rig()
  await write('$ vim\r\n\u001B[?1049h\u001B[2J\u001B[Hediting')
  const again = rig()
  await again.write(screen.text(0).text)
  expect(await drawn(`${again.screen.text(0).text}\u001B[?1049l`, SIZE)).toContain('$ vim')
})

test('a query of a program is answered once, and a screen drawn from its text answers nothing', async () => {
  const { answers, screen, write } = rig()
  await write('\u001B[6n\u001B[c')
  expect(answers).toHaveLength(2)
  const again = rig()
  await again.write(screen.text(0).text)
  expect(again.answers).toEqual([])
})

test('the last command is known across wrapped lines, in no full-screen program, and as long as its lines are kept', async () => {
  const { screen, write } = rig({ columns: 20, rows: 5 })
  await write('$ echo one')
  screen.typed('\r')
  await write(`\r\n${'long '.repeat(10)}end\r\n$ `)
  expect(screen.lastCommand()).toBe(`$ echo one\n${'long '.repeat(10)}end\n$`)
  await write('\u001B[?1049h')
  screen.typed('\r')
  await write('\u001B[?1049l')
  expect(screen.lastCommand()).toContain('$ echo one')
  await write(linesOf(5_100, () => 'more'))
  expect(screen.lastCommand()).toBe('')
})

test('the end of a long last command begins with a whole character', async () => {
  const { screen, write } = rig({ columns: 80, rows: 5 })
  screen.typed('\r')
  await write(linesOf(1_000, () => '🚀'.repeat(40)))
  await write('.')
  expect(screen.lastCommand().isWellFormed()).toBe(true)
})

test('a title is reported as the shell sets it', async () => {
  const { titles, write } = rig()
  await write('\u001B]0;vim\u0007\u001B]2;\u0007')
  expect(titles).toEqual(['vim', ''])
})

test('output for the old size is drawn at the old size', async () => {
  const { screen, write } = rig()
  const old = write(`${'x'.repeat(79)}\u001B[1;70HX\r\n`)
  screen.resize({ ...SIZE, columns: 20 })
  await old
  await write('')
  const { size, text } = screen.text(0)
  const line = (await drawn(text, size)).join('')
  expect(line.indexOf('X')).toBe(69)
})
