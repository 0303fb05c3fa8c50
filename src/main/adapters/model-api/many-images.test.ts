import { expect, test } from 'vitest'
import { MAX_REQUEST_BYTES } from '../../../shared/models/image-limits.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import type { ModelRequest, RequestMedia } from '../../core/request/model-request.ts'
import { testAttachment } from '../../core/testing/test-attachment.ts'
import { agent, call, imageResult, place, text, user } from '../../core/testing/test-messages.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import { buildParams as anthropicBody } from '../anthropic/build-params.ts'
import { buildParams as openaiBody } from '../openai-compatible/build-params.ts'

const PROVIDER = {
  endpoint: 'anthropic',
  model: 'm',
  limits: { contextTokens: 1_000_000, outputTokens: 8_000 },
  price: null,
} as const
const FRAME = { endpoint: 'anthropic', model: 'm', system: 'Be brief.', tools: [] }

/** As many words as a model with a million tokens of context can read. */
const WORDS = 'const value = "1"\n'.repeat(200_000)

/** Images attached by a user and shown by a tool, in turns. */
function historyOf(sizes: readonly number[]): ModelRequest {
  const contents = sizes.flatMap((bytes, index): readonly MessageContent[] => {
    const name = `${index}.png`
    if (index % 2 === 0) {
      const attachments = [testAttachment(name, { bytes })]
      return [{ ...user(''), attachments }, agent(call(`call_${index}`))]
    }
    return [imageResult(2 * index - 1, 0, name, bytes), agent(text('Seen.'))]
  })
  const request = buildRequest(place([...contents, user(WORDS)]), FRAME)
  expect(validateRequest(request, { endsWithAgent: false })).toEqual([])
  return request
}

/** Base64 of this many bytes. */
function base64Of({ bytes }: RequestMedia): string {
  return 'A'.repeat(Math.ceil(bytes / 3) * 4)
}

const BODIES = { anthropic: anthropicBody, openai: openaiBody }

test.each(['anthropic', 'openai'] as const)(
  'row 19: 150 images, and 40 MB of them, become at most 100 images and 30 MB in a request to %s, together with all text',
  (kind) => {
    const many = historyOf(Array.from({ length: 150 }, () => 90_000))
    // The newest ten of them are 18 MB, the most that a request ever contains.
    const large = historyOf(Array.from({ length: 22 }, () => 1_800_000))
    for (const [request, images] of [
      [many, 99],
      [large, 10],
    ] as const) {
      const body = JSON.stringify(
        BODIES[kind]({ request, provider: PROVIDER, effort: 'auto' }, base64Of),
      )
      expect(body.split('base64')).toHaveLength(images + 1)
      expect(body).toContain('[image 0.png left out: request budget]')
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_REQUEST_BYTES)
    }
  },
)
