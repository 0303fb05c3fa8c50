import { expect, test } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { otherWays } from './other-ways.ts'

test('a turn can keep trying after what decision 034 retries for hours, and after nothing else', () => {
  const passing = ErrorKind.options.filter((kind) => otherWays(kind).passes)
  expect(passing.toSorted()).toEqual(['network', 'overloaded', 'rateLimit'])
})

test('another model is offered where the error is about the model, not about the person’s key or disk', () => {
  const kinds = ErrorKind.options.filter((kind) => otherWays(kind).hasModel)
  expect(kinds).toContain('rateLimit')
  for (const kind of ['auth', 'billing', 'storage'] as const) expect(kinds).not.toContain(kind)
})
