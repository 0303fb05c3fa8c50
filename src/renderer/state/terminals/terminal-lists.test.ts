import { expect, test } from 'vitest'
import type { Terminal } from '../../../shared/conversation/terminal.ts'
import { ConversationId, WorkId } from '../../../shared/ids.ts'
import { shownOf, withList } from './terminal-lists.ts'

const C1 = ConversationId.parse('c1')

function terminal(id: string): Terminal {
  const size = { columns: 80, rows: 24 }
  return { id: WorkId.parse(id), title: id, size, phase: { type: 'running' } }
}

test('of two lists the one with the higher version counts, in any order of arrival', () => {
  const newer = { terminals: [terminal('a'), terminal('b')], version: 2 }
  const older = { terminals: [terminal('a')], version: 1 }
  const inOrder = withList(withList(new Map(), C1, older), C1, newer)
  const outOfOrder = withList(withList(new Map(), C1, newer), C1, older)
  expect(inOrder.get(C1)).toEqual(newer)
  expect(outOfOrder.get(C1)).toEqual(newer)
})

test.for([
  ['the chosen one', { id: 'b', at: 1 }, 'b'],
  ['the first, where none was chosen', null, 'a'],
  ['the one that took the place of a closed one', { id: 'gone', at: 1 }, 'b'],
  ['the last, where the closed one was the last', { id: 'gone', at: 3 }, 'c'],
] as const)('%s is shown', ([, chosen, shown]) => {
  const all = ['a', 'b', 'c'].map(terminal)
  const asked = chosen && { ...chosen, id: WorkId.parse(chosen.id) }
  expect(shownOf(all, asked)?.id).toBe(shown)
})

test('without terminals none is shown', () => {
  expect(shownOf([], { id: WorkId.parse('a'), at: 0 })).toBeNull()
})
