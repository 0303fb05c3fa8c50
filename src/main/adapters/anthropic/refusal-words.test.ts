import { expect, test } from 'vitest'
import { rejectedPartIn } from './refusal-words.ts'

test.each([
  ['messages.4.content.1.image.source.base64: image exceeds 5 MB maximum', 4, 1, null],
  ['messages.12.content.0.tool_result.content.3.image.source: Could not process image', 12, 0, 3],
  ['messages.2.content.0.content.1.image.source.base64: invalid image', 2, 0, 1],
])('the place of an image is recognised: %s', (words, message, block, part) => {
  expect(rejectedPartIn(words)).toEqual({ type: 'image', at: { message, block, part } })
})

test.each([
  ['Could not process image', { type: 'image', at: null }],
  ['claude-old does not support images', { type: 'images' }],
  [
    'messages.1.content.0.thinking: each thinking block must have a signature',
    { type: 'thinking' },
  ],
  ['messages.1.content.0: Invalid `signature` in `thinking` block', { type: 'thinking' }],
  ['messages.3.content.0.tool_result.content: too deep', { type: 'calls' }],
  ['messages: text content blocks must be non-empty', { type: 'unclear' }],
  ['This model does not support the effort parameter.', { type: 'effort' }],
  ['"thinking.type.disabled" is not supported for this model.', { type: 'effort' }],
  ['thinking.adaptive.display: Extra inputs are not permitted', { type: 'effort' }],
  ['output_config: Extra inputs are not permitted', { type: 'effort' }],
  ['thinking.enabled.budget_tokens: Input should be at least 1024', { type: 'effort' }],
  ['`max_tokens` must be greater than `thinking.budget_tokens`.', { type: 'effort' }],
  ['adaptive thinking is not supported on this model', { type: 'effort' }],
])('the refused part of the request is recognised: %s', (words, rejectedPart) => {
  expect(rejectedPartIn(words)).toEqual(rejectedPart)
})

test.each([
  'tools.0.custom.input_schema: messages must be an object',
  'system: text content blocks must be non-empty',
  'model: String should have at least 1 character',
  'messages.0.content.0.cache_control.ttl: a ttl of 1h must not come after one of 5m',
  'claude-old does not support tools',
  'This organization has been disabled.',
])(
  'a refusal about something unknown, or something we cannot change, names no part to repair: %s',
  (words) => {
    expect(rejectedPartIn(words)).toBeNull()
  },
)
