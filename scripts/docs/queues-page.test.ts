import { expect, test } from 'vitest'
import { expectTest, pageOf } from './named-tests.fixture.ts'

const ROW = /^\| (.+?) +\| (.+?) +\| (.+?) +\| `(\S+\.test\.ts)`: `(.+)` *\|$/
const FEWEST = 20

const rows = pageOf('design/queues.md')
  .split('\n')
  .filter((line) => /^\| (?!What waits|-)/.test(line))
const queues = rows.flatMap((line) => {
  const [, queue, , , file = '', name = ''] = ROW.exec(line) ?? []
  return queue === undefined ? [] : [{ queue, file, name }]
})

test('R25: each queue on the page is listed once, with its bound, its overflow and its test', () => {
  expect(queues).toHaveLength(rows.length)
  expect(new Set(queues.map(({ queue }) => queue)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThanOrEqual(FEWEST)
})

test.each(queues)('$queue: its test exists', ({ file, name }) => expectTest(file, name))
