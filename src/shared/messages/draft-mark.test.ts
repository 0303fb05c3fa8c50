import { expect, test } from 'vitest'
import { BlobHash } from '../ids.ts'
import type { Attachment } from './attachment.ts'
import { EMPTY_MARK, markOf } from './draft-mark.ts'
import { NO_DRAFT } from './message.ts'

const original = BlobHash.parse('a'.repeat(64))
const file = (name: string): Attachment => ({
  kind: 'file',
  original,
  name,
  bytes: 1,
  mediaType: 'text/plain',
  isText: true,
  path: `/${name}`,
})

test('drafts with another text or other files have other marks; the caret is not part of it', () => {
  expect(markOf(NO_DRAFT)).toBe(EMPTY_MARK)
  const texts = ['a', 'b', 'ab', 'ba', ' a', 'a ', 'a\n', '\u65e5', 'a'.repeat(100_000)]
  const drafts = [
    NO_DRAFT,
    ...texts.map((text) => ({ text, attachments: [] })),
    { text: 'a', attachments: [file('x')] },
    { text: 'a', attachments: [file('y')] },
    { text: '', attachments: [file('x')] },
  ]
  expect(new Set(drafts.map(markOf)).size).toBe(drafts.length)
  const [some, other] = [0, 1].map((caret) => ({ text: 'a', attachments: [], caret }))
  expect(some && markOf(some)).toBe(other && markOf(other))
})
