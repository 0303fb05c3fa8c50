import { expect, test } from 'vitest'
import type { ReviewComment } from '../../../shared/conversation/review.ts'
import { messageOf } from './review-message.ts'

function comment(given: Partial<ReviewComment>): ReviewComment {
  return { id: 'c', path: 'a.ts', side: 'now', line: 1, quoted: 'x', text: 'Why?', ...given }
}

test('comments become one message by file and line, each with its place and the text of the line', () => {
  const message = messageOf([
    comment({ path: 'b.ts', line: 2, quoted: 'const b = 1', text: ' Name it.\n' }),
    comment({ line: 12, quoted: '  return 1', text: 'Why 1?' }),
    comment({ line: 3, quoted: 'now' }),
    comment({ line: 3, side: 'old', quoted: 'old', text: 'Keep this.' }),
  ])
  expect(message).toBe(
    [
      'Comments on the changes:',
      'a.ts:3 (removed line)\n> old\nKeep this.',
      'a.ts:3\n> now\nWhy?',
      'a.ts:12\n>   return 1\nWhy 1?',
      'b.ts:2\n> const b = 1\nName it.',
    ].join('\n\n'),
  )
})

test('a comment without words is not sent', () => {
  expect(messageOf([comment({ text: ' \n' }), comment({ line: 2, text: 'Why?' })])).toBe(
    'A comment on your changes:\n\na.ts:2\n> x\nWhy?',
  )
})
