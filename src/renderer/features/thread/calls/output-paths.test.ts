import { expect, test } from 'vitest'
import { parseAnsi } from '../../../../client/words/ansi.ts'
import { withPaths } from './output-paths.ts'

test('paths in output are separate runs and keep their colour', () => {
  const runs = withPaths(parseAnsi('at \u001B[31msrc/a.ts:3:1 fails\u001B[0m'))
  expect(runs).toEqual([
    { text: 'at ', classes: '', place: null },
    { text: 'src/a.ts:3:1', classes: 'ansi-red', place: { path: 'src/a.ts', line: 3 } },
    { text: ' fails', classes: 'ansi-red', place: null },
  ])
})

test('of an output with very many paths only the first are links, whatever the colours', () => {
  const runs = withPaths(parseAnsi('\u001B[31msrc/a.ts:3\u001B[0m src/b.ts:4 '.repeat(300)))
  expect(runs.filter(({ place }) => place !== null)).toHaveLength(200)
})
