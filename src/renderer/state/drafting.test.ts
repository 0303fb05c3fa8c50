import { expect, test } from 'vitest'
import { ConversationId } from '../../shared/ids.ts'
import { createClient } from '../connection/client.ts'
import { createDrafting } from './drafting.ts'

const ID = ConversationId.parse('c1')

test('a quotation stands ahead of what was typed, the caret behind both', () => {
  const drafting = createDrafting(createClient(), { unsent: () => [], attachments: () => [] })
  drafting.change(ID, 'Why?')
  drafting.moveCaret(ID, 1)
  drafting.quote(ID, '\nUse **this**:\n\n- one\n')
  expect(drafting.textOf(ID)).toBe('> Use **this**:\n>\n> - one\n\nWhy?')
  expect(drafting.caretOf(ID)).toBe(drafting.textOf(ID).length)
})
