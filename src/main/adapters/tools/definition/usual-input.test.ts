import { expect, test } from 'vitest'
import * as z from '../../../../shared/schema.ts'
import { inUsualForm, PATH_NAMES } from './usual-input.ts'

const SCHEMA = z.object({
  path: z.string(),
  old_string: z.string().optional(),
  limit: z.number().int().optional(),
  all: z.boolean().optional(),
  tasks: z.array(z.object({ task: z.string() })).optional(),
})

test.for([
  ['fields as they are', { path: 'a', limit: 3 }, { path: 'a', limit: 3 }],
  ["other agents' names", { file_path: 'a' }, { path: 'a' }],
  [
    'camel case, of ours and of others',
    { filePath: 'a', oldString: 'x' },
    { path: 'a', old_string: 'x' },
  ],
  [
    'numbers and booleans in quotes',
    { path: 'a', limit: '20', all: 'true' },
    { path: 'a', limit: 20, all: true },
  ],
  [
    'lists in quotes',
    { path: 'a', tasks: '[{"task":"x"}]' },
    { path: 'a', tasks: [{ task: 'x' }] },
  ],
  ['null for what is left out', { path: 'a', limit: null }, { path: 'a' }],
  [
    'a text that is JSON stays a text',
    { path: '20', old_string: '{"a":1}' },
    { path: '20', old_string: '{"a":1}' },
  ],
  ['what is not of the type stays', { path: 'a', limit: 'many' }, { path: 'a', limit: 'many' }],
  ['null for what is required stays', { path: null }, { path: null }],
  ['what is unknown stays', { path: 'a', color: 'red' }, { path: 'a', color: 'red' }],
  ['a second name for a field stays', { path: 'a', file: 'b' }, { path: 'a', file: 'b' }],
  ['a second other name stays', { file_path: 'a', file: 'b' }, { path: 'a', file: 'b' }],
] as const)('%s', ([, input, expected]) => {
  expect(inUsualForm(SCHEMA, PATH_NAMES, input)).toEqual(expected)
})

test('names that every object inherits have no special meaning', () => {
  const input: Record<string, unknown> = JSON.parse('{"__proto__":1,"constructor":2,"toString":3}')
  expect(Object.entries(inUsualForm(SCHEMA, PATH_NAMES, input))).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
    ['toString', 3],
  ])
})
