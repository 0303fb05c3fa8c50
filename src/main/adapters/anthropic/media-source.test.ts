import { expect, test } from 'vitest'
import type { BlobHash } from '../../../shared/ids.ts'
import { blocksOfAttachments } from '../../core/request/media-blocks.ts'
import type { RequestBlock } from '../../core/request/model-request.ts'
import { testAttachment, testPdf } from '../../core/testing/test-attachment.ts'
import { buildParams } from './build-params.ts'
import { MediaSource } from '../model-api/media-source.ts'

const { bytes, copy: blob, mediaType, name } = testAttachment('cat.png')
const block = { type: 'image', blob, bytes, mediaType, name } as const
const PROVIDER = {
  endpoint: 'anthropic',
  model: 'm',
  limits: { contextTokens: 1, outputTokens: 1 },
  price: null,
} as const

const [, document] = blocksOfAttachments([testPdf('plan.pdf')], {
  bytes: 1_000_000,
  pages: 9,
  tokensPerPage: 9,
})
const DOCUMENT = document ?? block

function paramsFrom(
  source: MediaSource,
  shown: RequestBlock = block,
): ReturnType<typeof buildParams> {
  const messages = [{ role: 'user', blocks: [shown] } as const]
  const request = { system: '', tools: [], messages }
  return buildParams({ request, provider: PROVIDER, effort: 'auto' }, source.of.bind(source))
}

// covers REQ-BED-013.2a
test('an image is sent in base64 with its type, and is read once', () => {
  const requested: BlobHash[] = []
  const source = new MediaSource({
    readBlob: (hash) => (requested.push(hash), new Uint8Array([1, 2, 3])),
    log: { warn: () => {} },
  })
  for (let turn = 0; turn < 3; turn++) {
    expect(paramsFrom(source).messages[0]?.content).toEqual([
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'AQID' },
        cache_control: { type: 'ephemeral' },
      },
    ])
  }
  expect(requested).toEqual([blob])
})

test('a document is sent the same way, with the cache marker if it comes last', () => {
  const source = new MediaSource({
    readBlob: () => new Uint8Array([1, 2, 3]),
    log: { warn: () => {} },
  })
  expect(paramsFrom(source, DOCUMENT).messages[0]?.content).toEqual([
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'AQID' },
      cache_control: { type: 'ephemeral' },
    },
  ])
})

test('a missing one becomes text and a line in the log', () => {
  const lines: string[] = []
  const source = new MediaSource({
    readBlob: () => null,
    log: { warn: (line) => lines.push(line) },
  })
  expect(paramsFrom(source).messages[0]?.content).toMatchObject([
    { type: 'text', text: '[image cat.png is gone]' },
  ])
  expect(paramsFrom(source, DOCUMENT).messages[0]?.content).toMatchObject([
    { type: 'text', text: '[document plan.pdf is gone]' },
  ])
  expect(lines).toEqual([
    'an image is gone and was left out of a request',
    'a document is gone and was left out of a request',
  ])
})
