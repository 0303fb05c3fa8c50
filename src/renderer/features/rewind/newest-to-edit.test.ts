import { expect, test } from 'vitest'
import { agentMessage, personMessage, rewoundMessage } from '../../../client/fakes/samples.ts'
import { newestToEdit } from './newest-to-edit.ts'

test('the newest message to edit is the last of the person that is not rewound', () => {
  const sent = [personMessage(1, 'One', 'm1'), agentMessage(2, []), personMessage(3, 'Two', 'm3')]
  expect(newestToEdit(sent)).toBe('m3')
  expect(newestToEdit([...sent, rewoundMessage(4, 3)])).toBe('m1')
  expect(newestToEdit([agentMessage(2, [])])).toBeNull()
})
