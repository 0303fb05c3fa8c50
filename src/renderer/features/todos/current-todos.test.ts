import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import type { Todo } from '../../../shared/messages/todos.ts'
import {
  agentMessage,
  personMessage,
  resultMessage,
  rewoundMessage,
} from '../../../client/fakes/samples.ts'
import { currentTodos, nextOf } from './current-todos.ts'

const ONE = { content: 'Read the code', status: 'completed' } as const
const TWO = { content: 'Write the test', status: 'in_progress' } as const
const THREE = { content: 'Make it pass', status: 'pending' } as const

function wrote(todos: unknown, name = 'todo_write'): Block {
  const input = { type: 'object', value: { todos } } as const
  return { type: 'toolCall', providerCallId: 'a', name, input }
}

test('the list is the last one written', () => {
  const messages = [
    personMessage(1),
    agentMessage(2, [wrote([ONE])]),
    resultMessage(3, 'm2.0', ''),
    agentMessage(4, [wrote([TWO], 'bash'), wrote([ONE, TWO, THREE])]),
    resultMessage(5, 'm4.0', ''),
  ]
  expect(currentTodos(messages)).toEqual([ONE])
  const written = [...messages, resultMessage(6, 'm4.1', '')]
  expect(currentTodos(written)).toEqual([ONE, TWO, THREE])
  expect(
    currentTodos([...written, agentMessage(7, [wrote([])]), resultMessage(8, 'm7.0', '')]),
  ).toEqual([])
})

test('a failed call and a rewound one write nothing', () => {
  const messages = [
    agentMessage(1, [wrote([ONE])]),
    resultMessage(2, 'm1.0', ''),
    personMessage(3),
    agentMessage(4, [wrote([TWO])]),
    resultMessage(5, 'm4.0', '', 'failed'),
    agentMessage(6, [wrote([THREE])]),
    resultMessage(7, 'm6.0', ''),
  ]
  expect(currentTodos(messages)).toEqual([THREE])
  expect(currentTodos([...messages, rewoundMessage(8, 3)])).toEqual([ONE])
})

function list(todos: unknown): readonly Todo[] {
  return currentTodos([agentMessage(1, [wrote(todos)]), resultMessage(2, 'm1.0', '')])
}

test('a quoted list is a list; anything else is empty', () => {
  expect(list(JSON.stringify([ONE]))).toEqual([ONE])
  for (const odd of [null, 'x', [{ content: 'no status' }], 7]) expect(list(odd)).toEqual([])
})

test('the task in progress is named, otherwise the next one', () => {
  expect(nextOf([ONE, THREE, TWO])).toEqual(TWO)
  expect(nextOf([ONE, THREE])).toEqual(THREE)
  expect(nextOf([ONE])).toBe(null)
})
