import { expect, test } from 'vitest'
import { ErrorKind } from '../../../shared/messages/message.ts'
import { actionsOfError } from './error-actions.ts'

test('where the model refused what was said, other words can be said in its place', () => {
  const offered = ErrorKind.options.filter((kind) => actionsOfError(kind).hasEdit)
  expect(offered).toEqual(['invalidRequest', 'refused'])
})
