import { expect, test } from 'vitest'
import type { BlobHash } from '../../../shared/ids.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { buildParams } from './build-params.ts'
import { ImageSource } from '../model-api/image-source.ts'

const { bytes, copy: blob, mediaType, name } = testAttachment('cat.png')
const block = { type: 'image', blob, bytes, mediaType, name } as const
const PROVIDER = {
  endpoint: 'anthropic',
  model: 'm',
  limits: { contextTokens: 1, outputTokens: 1 },
  price: null,
} as const

const request = { system: '', tools: [], messages: [{ role: 'user', blocks: [block] } as const] }

function paramsFrom(source: ImageSource): ReturnType<typeof buildParams> {
  return buildParams({ request, provider: PROVIDER, effort: 'auto' }, source.of.bind(source))
}

// covers REQ-BED-013.2a
test('an image goes out in base64 with its type, and is read once', () => {
  const asked: BlobHash[] = []
  const source = new ImageSource({
    readBlob: (hash) => (asked.push(hash), new Uint8Array([1, 2, 3])),
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
  expect(asked).toEqual([blob])
})

test('one that is gone becomes words and a line in the log', () => {
  const lines: string[] = []
  const source = new ImageSource({
    readBlob: () => null,
    log: { warn: (line) => lines.push(line) },
  })
  expect(paramsFrom(source).messages[0]?.content).toMatchObject([
    { type: 'text', text: '[image cat.png is gone]' },
  ])
  expect(lines).toHaveLength(1)
})
