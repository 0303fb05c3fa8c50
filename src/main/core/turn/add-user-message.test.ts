import { expect, test } from 'vitest'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { InputOf } from '../machine/event.ts'
import { testFile } from '../testing/test-attachment.ts'
import { MESSAGE, take } from '../testing/test-steps.ts'

test('a message keeps the instructions given with it, and records the type of a file that is no image', () => {
  const file = testFile('notes.txt')
  const instructions = [{ path: 'AGENTS.md', file: null }]
  const said: InputOf<'userMessage'> = {
    type: 'userMessage',
    messageId: 'm' as MessageId,
    text: 'Go',
    attachments: [file],
    mode: 'policy',
    instructions,
  }
  const { lifecycle, messages } = take(IDLE, said)
  expect(messages[0]?.content).toHaveProperty('instructions', instructions)
  const { mediaType, original } = file
  const attached = { type: 'fileAttached', messageId: 'm', original, copy: null, mediaType }
  expect(lifecycle[0]).toEqual(attached)
  expect(take(IDLE, MESSAGE).messages[0]?.content).not.toHaveProperty('instructions')
})
