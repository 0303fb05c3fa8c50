import { expect, test } from 'vitest'
import type { AttachedFile } from '../../../shared/messages/attachment.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { testPdf } from '../testing/test-attachment.ts'
import { place, summary, user } from '../testing/test-messages.ts'
import type { RequestFrame } from './request-frame.ts'
import { buildRequest } from './build-request.ts'
import { usedTokens } from './context-window.ts'
import type { RequestBlock } from './model-request.ts'

const BARE: RequestFrame = { endpoint: 'anthropic', model: 'm', system: '', tools: [] }
const FRAME = { ...BARE, documents: { bytes: 10_000_000, pages: 50, tokensPerPage: 1_000 } }
const DROPPED: MessageContent = { type: 'attachmentsDropped' }

function attached(pdf: AttachedFile): MessageContent {
  return { ...user('Read'), attachments: [pdf] }
}

function asked(pdf: AttachedFile, frame: RequestFrame): readonly RequestBlock[] | undefined {
  return buildRequest(place([attached(pdf)]), frame).messages[0]?.blocks
}

const TEXT = { blob: 'b'.repeat(64) as BlobHash, bytes: 400_000, path: '/attached/a.pdf.txt' }
const WITH_TEXT =
  '[file a.pdf: application/pdf, 1.0 KB, kept at /attached/a.pdf, its text at /attached/a.pdf.txt.'

test.each<[string, Partial<AttachedFile>, string]>([
  ['whole', { head: { text: 'Whales', isWhole: true } }, ' Its text:]\nWhales'],
  [
    'by its beginning',
    { head: { text: 'Wha', isWhole: false } },
    ' The beginning of its text, which continues there:]\nWha',
  ],
  ['by its path where there is no room', {}, ' It is not in this message: read it there.]'],
])(
  'a model that takes no PDF gets its text %s, and one that does the document',
  (_, head, words) => {
    const pdf = testPdf('a.pdf', 2, { text: TEXT, ...head })
    const bare = asked(pdf, BARE)
    expect(bare?.[0]).toEqual({ type: 'text', text: `${WITH_TEXT}${words}` })
    const large = asked({ ...pdf, pages: 51 }, FRAME)
    expect(large?.[0]).toEqual(bare?.[0])
    const shown = asked(pdf, FRAME)
    expect(shown).toMatchObject([
      { type: 'text', text: `${WITH_TEXT} The document follows.]` },
      { type: 'document', name: 'a.pdf' },
      { type: 'text', text: 'Read' },
    ])
  },
)

test('the text of a PDF is counted only where it is sent', () => {
  const head = { text: 'x'.repeat(35_000), isWhole: true }
  const contents = [attached(testPdf('a.pdf', 2, { text: TEXT, head }))]
  const tokens = (more: readonly MessageContent[], frame: RequestFrame): number =>
    usedTokens(place([...contents, ...more]), frame)
  expect(tokens([], BARE)).toBeGreaterThan(10_000)
  expect(tokens([DROPPED], BARE)).toBeGreaterThan(10_000)
  expect(tokens([], FRAME)).toBeLessThan(2_500)
  expect(tokens([DROPPED], FRAME)).toBeLessThan(200)
  expect(tokens([summary('So far.')], BARE)).toBeLessThan(200)
})
