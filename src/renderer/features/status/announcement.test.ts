import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { StateViewOf } from '../../../shared/conversation/state-view.ts'
import { Message } from '../../../shared/messages/message.ts'
import { personMessage } from '../../../client/fakes/samples.ts'
import { announcementOf } from './announcement.ts'

const ANSWERED: StateViewOf<'idle'> = { type: 'idle', unfinished: null }
const LEFT: StateViewOf<'idle'> = { type: 'idle', unfinished: 'userCancel' }
const said = personMessage(1)
const summary = Message.parse({
  id: 's',
  seq: 2,
  at: 2,
  content: { type: 'summary', text: 'So far', model: 'm', usage: NO_USAGE },
})

test('R31 a reply that arrived differs from one that was stopped', () => {
  expect(announcementOf('reply', ANSWERED, [said])).toBe('The agent has answered.')
  expect(announcementOf('reply', LEFT, [said])).toBe(
    'The agent has stopped. You stopped this turn.',
  )
})

test('R31 a requested summary is not an answer, whatever was unfinished before it', () => {
  for (const state of [ANSWERED, LEFT])
    expect(announcementOf('compaction', state, [said, summary])).toBe(
      'The conversation was summarised.',
    )
  expect(announcementOf('compaction', ANSWERED, [said])).toBe('The agent has stopped.')
})
