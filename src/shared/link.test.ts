import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConversationId } from './ids.ts'
import { fragmentOfLink, linkIn, linkInFragment, type TextLink, textOfLink } from './link.ts'

const conversationId = ConversationId.parse('0f-1 &/2')

const LINKS: readonly TextLink[] = [
  { type: 'conversation', conversationId, seq: null },
  { type: 'conversation', conversationId, seq: 42 },
  { type: 'settings', section: null },
  { type: 'settings', section: 'model-and-keys' },
]

test.each(LINKS)('%j is read as it was written', (link) => {
  expect(linkIn(textOfLink(link))).toEqual(link)
  const read = linkInFragment(fragmentOfLink(link))
  // The address of a conversation is the page's own.
  const isOwn = link.type === 'conversation' && link.seq === null
  expect(read).toEqual(isOwn ? null : link)
})

test('a folder is a link in the address only, whatever its name', () => {
  const link = { type: 'folder', folder: '/home/me/a & b=#%' } as const
  expect(linkInFragment(fragmentOfLink(link))).toEqual(link)
  expect(linkInFragment('#folder=')).toBeNull()
  expect(linkIn('phoenix://folder/etc')).toBeNull()
})

test.each([
  '',
  'phoenix:',
  'phoenix://',
  'phoenix://conversation',
  'phoenix://conversation/',
  'phoenix://run/rm',
  'phoenix://conversation/c1/message',
  'phoenix://conversation/c1/message/0',
  'phoenix://conversation/c1/message/1.5',
  'phoenix://conversation/c1/message/x',
  'phoenix://conversation/c1/delete/1',
  'phoenix://conversation/c1/message/1/2',
  'phoenix://conversation/%E0%A4%A',
  'phoenix://conversation/c1?send=rm',
  'phoenix://conversation/c1#x',
  'phoenix://me:pass@conversation/c1',
  'phoenix://conversation:80/c1',
  'phoenix://settings/A B',
  'phoenix://settings/limits/5',
  `phoenix://conversation/${'c'.repeat(201)}`,
  `phoenix://settings/${'x'.repeat(2_000)}`,
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://conversation/c1',
])('%s leads nowhere', (text) => {
  expect(linkIn(text)).toBeNull()
})

test('no text makes it throw, and every link read can be written again', () => {
  const part = fc.constantFrom('conversation', 'settings', 'message', '/', '%', 'c1', '7', '?', '#')
  const made = fc.array(part, { maxLength: 8 }).map((parts) => `phoenix://${parts.join('/')}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), made), (text) => {
      const link = linkIn(text)
      linkInFragment(text)
      if (link !== null) expect(linkIn(textOfLink(link))).toEqual(link)
    }),
  )
})
