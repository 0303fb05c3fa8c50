import { expect, test } from 'vitest'
import { compactionIn } from './compact-call.ts'

test.each([
  ['/compact', {}],
  [' /compact \n', {}],
  ['/compact keep the API decisions ', { focus: 'keep the API decisions' }],
  ['/compact\nkeep\nboth', { focus: 'keep\nboth' }],
  ['/compacted', null],
  ['please /compact', null],
  ['/compact/this', null],
])('%j asks for %j', (text, asked) => {
  expect(compactionIn(text)).toEqual(asked)
})
