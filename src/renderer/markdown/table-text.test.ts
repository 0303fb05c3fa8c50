import { expect, test } from 'vitest'
import { lex } from './lex.ts'
import { leastWidth, tabSeparated } from './table-text.ts'
import { blocksOf } from './tree.ts'

function tableIn(text: string) {
  const table = blocksOf(lex(text)).find((node) => node.type === 'table')
  if (table?.type !== 'table') throw new Error('no table')
  return table
}

const TEXT = `Before.

| Name | **What** |
|:--|--:|
| \`a|b\` | one [link](https://a.example) |
| *c* | a\ttab |

After.`

test('a table is copied with tabs between cells: text without markup, and no cell split', () => {
  expect(tabSeparated(tableIn(TEXT.replace('a|b', 'a')))).toBe('Name\tWhat\na\tone link\nc\ta tab')
})

test('a table keeps its Markdown, without the text around it', () => {
  const { source } = tableIn(TEXT)
  expect(source.startsWith('| Name | **What** |\n|:--|--:|\n')).toBe(true)
  expect(source.endsWith('| *c* | a\ttab |')).toBe(true)
})

test('a column keeps a readable width, and a short one its own', () => {
  const table = tableIn('| a | long heading of a column |\n|--|--|\n| `abc` | b |\n| ab |')
  expect([0, 1].map((column) => leastWidth(table, column))).toEqual([3, 16])
})
