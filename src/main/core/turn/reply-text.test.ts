import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import { textOf } from './reply-text.ts'

const step: Block = {
  type: 'serverTool',
  step: { type: 'page', id: 'p', url: 'https://a.example/' },
  json: {},
}
const says = (text: string): Block => ({ type: 'text', text })

test('the text of a reply is one string, with a new paragraph after each search', () => {
  expect(textOf([says('It ends '), says('in 2028'), says('.')])).toBe('It ends in 2028.')
  expect(textOf([says('Looking.'), step, step, says(''), says('So.')])).toBe('Looking.\n\nSo.')
  expect(textOf([step, says('So.')])).toBe('So.')
})
