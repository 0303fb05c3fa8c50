import { expect, test } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { actionsOfError } from './error-actions.ts'

test('when the model refused a message, editing it is offered', () => {
  const offered = ErrorKind.options.filter((kind) => actionsOfError(kind, 'claude-opus-5').hasEdit)
  expect(offered).toEqual(['invalidRequest', 'refused'])
})

test.each(['auth', 'billing'] as const)('%s leads to the key that failed', (kind) => {
  expect(actionsOfError(kind, 'claude-opus-5')).toMatchObject({
    setting: 'API key',
    endpoint: null,
  })
  expect(actionsOfError(kind, 'lab/gpt-6-sol')).toMatchObject({
    setting: 'Endpoints',
    endpoint: 'lab',
  })
})

test('a turn can keep trying after what decision 034 retries for hours, and after nothing else', () => {
  const passing = ErrorKind.options.filter((kind) => actionsOfError(kind, 'claude-opus-5').passes)
  expect(passing.toSorted()).toEqual(['network', 'overloaded', 'rateLimit'])
})

test('another model is offered where the error is about the model, not about the person’s key or disk', () => {
  const kinds = ErrorKind.options.filter((kind) => actionsOfError(kind, 'claude-opus-5').hasModel)
  expect(kinds).toContain('rateLimit')
  for (const kind of ['auth', 'billing', 'storage'] as const) expect(kinds).not.toContain(kind)
})
