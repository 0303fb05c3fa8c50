import { expect, test } from 'vitest'
import type { MessageId, WorkId } from '../../../shared/ids.ts'
import { agentMessage, personMessage, resultMessage } from '../../../client/fakes/samples.ts'
import { placesIn } from './places.ts'

const CALL = {
  type: 'toolCall',
  providerCallId: 'a',
  name: 'bash',
  input: { type: 'object', value: {} },
}

test('a message reaches to itself, a reply to its last result, a call to its own or, until it has one, to its reply', () => {
  const messages = [
    personMessage(1),
    agentMessage(2, [CALL, CALL, CALL]),
    resultMessage(3, 'm2.0', 'one'),
    resultMessage(4, 'm2.1', 'two'),
  ]
  const streamedAs = new Map([['m2' as MessageId, 'r1' as WorkId]])
  expect(Object.fromEntries(placesIn(messages, streamedAs))).toEqual({
    m1: 1,
    r1: 4,
    'm2.0': 3,
    'm2.1': 4,
    'm2.2': 2,
  })
})
