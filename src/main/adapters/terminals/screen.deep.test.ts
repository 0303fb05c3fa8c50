import { expect, test } from 'vitest'
import { drawn } from './terminal.fixture.ts'
import { linesOf, rig } from './screen.fixture.ts'

test('the text of a screen has a limit: the oldest lines are dropped', async () => {
  const size = { columns: 500, rows: 50 }
  const { screen, write } = rig(size)
  const line = Array.from({ length: 250 }, (_, at) => `\u001B[38;2;${at};1;2mx`).join('')
  await write(linesOf(400, (at) => `${at} ${line}`))
  const { text } = screen.text(0)
  expect(text.length).toBeLessThanOrEqual(1024 * 1024)
  expect(await drawn(text, size)).toContainEqual(expect.stringMatching(/^399 x/))
})
