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
