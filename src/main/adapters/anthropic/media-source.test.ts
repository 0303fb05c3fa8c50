import { expect, test } from 'vitest'
import type { BlobHash } from '../../../shared/ids.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import { blocksOfAttachments } from '../../core/request/media-blocks.ts'
import type { RequestBlock } from '../../core/request/model-request.ts'
import { testAttachment, testPdf } from '../../core/testing/test-attachment.ts'
import { ManualTime } from '../../runtime/fakes/manual-time.ts'
import { MediaSource } from '../model-api/media-source.ts'
import { NEVER } from '../system/within.ts'
import { buildParams } from './build-params.ts'

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

const time = new ManualTime()
const lines: string[] = []
const BYTES = ok(new Uint8Array([1, 2, 3]))

function sourceOf(
  readBlob: (hash: BlobHash) => Result<Uint8Array | null, string> | Promise<never>,
): MediaSource {
  const log = { warn: (line: string) => void lines.push(line) }
  return new MediaSource({ readBlob: async (hash) => readBlob(hash), log, timers: time })
}

function requestOf(shown: RequestBlock) {
  return { system: '', tools: [], messages: [{ role: 'user', blocks: [shown] } as const] }
}

async function paramsFrom(
  source: MediaSource,
  shown: RequestBlock = block,
): Promise<ReturnType<typeof buildParams>> {
  const request = requestOf(shown)
  const loaded = await source.load(request, NEVER)
  if (loaded.type !== 'loaded') throw new Error(loaded.type)
  return buildParams({ request, provider: PROVIDER, effort: 'auto' }, loaded.base64Of)
}

// covers REQ-BED-013.2a
test('an image is sent in base64 with its type, and is read once', async () => {
  const requested: BlobHash[] = []
  const source = sourceOf((hash) => (requested.push(hash), BYTES))
  for (let turn = 0; turn < 3; turn++) {
    const { messages } = await paramsFrom(source)
    expect(messages[0]?.content).toEqual([
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'AQID' },
        cache_control: { type: 'ephemeral' },
      },
    ])
  }
  expect(requested).toEqual([blob])
})

test('a document is sent the same way, with the cache marker if it comes last', async () => {
  const { messages } = await paramsFrom(
    sourceOf(() => BYTES),
    DOCUMENT,
  )
  expect(messages[0]?.content).toEqual([
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'AQID' },
      cache_control: { type: 'ephemeral' },
    },
  ])
})

test('a missing one becomes text and a line in the log', async () => {
  const source = sourceOf(() => ok(null))
  expect((await paramsFrom(source)).messages[0]?.content).toMatchObject([
    { type: 'text', text: '[image cat.png is gone]' },
  ])
  expect((await paramsFrom(source, DOCUMENT)).messages[0]?.content).toMatchObject([
    { type: 'text', text: '[document plan.pdf is gone]' },
  ])
  expect(lines).toEqual([
    'an image is gone and was left out of a request',
    'a document is gone and was left out of a request',
  ])
})

test('one that cannot be read for a moment is sent; while it cannot be read, nothing is', async () => {
  let faults = 5
  const source = sourceOf(() => (faults-- > 0 ? failed('too many files are open') : BYTES))
  const passing = source.load(requestOf(block), NEVER)
  await time.advance(9_300)
  expect(await passing).toMatchObject({ type: 'loaded' })
  faults = 6
  const lasting = source.load(requestOf(DOCUMENT), NEVER)
  await time.advance(9_300)
  expect(await lasting).toEqual({
    type: 'unread',
    name: 'plan.pdf',
    why: 'too many files are open',
  })
})

test('a Stop does not wait for the next attempt to read', async () => {
  const stop = new AbortController()
  const loading = sourceOf(() => failed('no')).load(requestOf(block), stop.signal)
  await time.settle()
  stop.abort()
  expect(await loading).toEqual({ type: 'aborted' })
  await time.settle()
  expect(time.timers).toBe(0)
})

test('a Stop does not wait for a disk that does not answer', async () => {
  const stop = new AbortController()
  const loading = sourceOf(() => new Promise(() => undefined)).load(requestOf(block), stop.signal)
  stop.abort()
  expect(await loading).toEqual({ type: 'aborted' })
})
