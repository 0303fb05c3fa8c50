import { expect, test } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { actionsOfError } from './error-actions.ts'

test('when the model refused a message, editing it is offered', () => {
  const offered = ErrorKind.options.filter((kind) => actionsOfError(kind).hasEdit)
  expect(offered).toEqual(['invalidRequest', 'refused'])
})
