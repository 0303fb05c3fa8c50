import { expect, test } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { actionsOfError, type ErrorActions } from './error-actions.ts'

function offeredFor(kind: ErrorKind, model = 'claude-opus-5', isGone = false): ErrorActions {
  return actionsOfError(kind, model, isGone)
}

test('when the model refused a message, editing it is offered', () => {
  const offered = ErrorKind.options.filter((kind) => offeredFor(kind).hasEdit)
  expect(offered).toEqual(['invalidRequest', 'refused'])
})

test.each(['auth', 'billing'] as const)('%s leads to the key that failed', (kind) => {
  expect(offeredFor(kind)).toMatchObject({
    setting: 'API key',
    endpoint: null,
  })
  expect(offeredFor(kind, 'lab/gpt-6-sol')).toMatchObject({
    setting: 'Endpoints',
    endpoint: 'lab',
  })
})

test('a turn can keep trying after what decision 034 retries for hours, and after nothing else', () => {
  const passing = ErrorKind.options.filter((kind) => offeredFor(kind).passes)
  expect(passing.toSorted()).toEqual(['network', 'overloaded', 'rateLimit'])
})

test('another model is offered where the error is about the model, not about the person’s key or disk', () => {
  const kinds = ErrorKind.options.filter((kind) => offeredFor(kind).hasModel)
  expect(kinds).toContain('rateLimit')
  for (const kind of ['auth', 'billing', 'storage'] as const) expect(kinds).not.toContain(kind)
})

test('where the endpoint is gone, only another model or the endpoint itself helps', () => {
  const offered = offeredFor('invalidRequest', 'lab/qwen3:8b', true)
  expect(offered).toMatchObject({ setting: 'Endpoints', endpoint: null, hasModel: true })
  expect(offered).toMatchObject({ hasCompact: false, hasEdit: false })
})
