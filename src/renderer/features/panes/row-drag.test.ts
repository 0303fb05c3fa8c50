import { expect, test } from 'vitest'
import { droppedRow, dropPlaceAt, holdsRow } from './row-drag.ts'

const PANE = { left: 300, width: 900 }

test('a row dropped on a single pane opens next to it at the sides, and in it in the middle', () => {
  expect([310, 599, 601, 899, 901, 1190].map((x) => dropPlaceAt(x, PANE, true))).toEqual([
    'left',
    'left',
    'here',
    'here',
    'right',
    'right',
  ])
})

test('with two panes, or no room for two, it opens in the pane', () => {
  expect([310, 700, 1190].map((x) => dropPlaceAt(x, PANE, false))).toEqual(['here', 'here', 'here'])
})

test('only a row of the list can be dropped', () => {
  expect(holdsRow({ types: ['Files', 'text/plain'] })).toBe(false)
  expect(holdsRow({ types: ['application/x-phoenix-row'] })).toBe(true)
  expect(droppedRow({ getData: () => '' })).toBe(null)
})
