import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { EditsLook } from '../../../shared/conversation/edits.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { obstacleTo, restoreTo } from './restore.ts'

const conversationId = ConversationId.parse('00000000-0000-4000-8000-000000000001')
const BUSY = failed(appError('busy', 'The agent is busy.'))

function look(files: number): EditsLook {
  const file = { path: '/w/a.ts', shown: 'a.ts', becomes: 'restored' } as const
  return {
    restorable: Array.from({ length: files }, () => file),
    conflicts: [],
    mayHaveChanged: null,
  }
}

test('while the agent works, only the files can be restored', () => {
  expect(obstacleTo('both', false)).toContain('The agent is working.')
  expect(obstacleTo('conversation', false)).toContain('The agent is working.')
  expect(obstacleTo('files', false)).toBeNull()
  expect(obstacleTo('both', true)).toBeNull()
})

test.each([
  [1, 'Only the files were restored, not the conversation. The agent is busy.'],
  [0, 'The agent is busy.'],
])(
  'with %i files restored, a conversation that cannot go back is reported as such',
  async (files, words) => {
    const client = {
      request: (name: string) =>
        Promise.resolve(name === 'edits.undo' ? ok({ undone: files, conflicts: [] }) : BUSY),
    }
    const restoring = { conversationId, place: { to: 'here', seq: 3 }, way: 'both' } as const
    expect(await restoreTo(client as never, restoring, look(files))).toBe(words)
  },
)
