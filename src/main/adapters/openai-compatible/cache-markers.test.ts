import { expect, test } from 'vitest'
import type { ModelRequest } from '../../core/request/model-request.ts'
import { buildParams } from './build-params.ts'
import { CACHE_MARKERS, withCacheMarkers } from './cache-markers.ts'

const REQUEST: ModelRequest = {
  system: 'Be brief.',
  tools: [],
  messages: [
    { role: 'user', blocks: [{ type: 'text', text: 'Look.' }] },
    {
      role: 'agent',
      blocks: [{ type: 'toolCall', id: 'a', name: 'bash', input: { type: 'object', value: {} } }],
    },
    {
      role: 'user',
      blocks: [
        { type: 'toolResult', id: 'a', isError: false, content: [{ type: 'text', text: 'x' }] },
        { type: 'text', text: 'And?' },
      ],
    },
  ],
}

function paramsFor(model: string): ReturnType<typeof buildParams> {
  const provider = { model, limits: { contextTokens: 200_000, outputTokens: 8_192 } }
  return buildParams({ request: REQUEST, provider, effort: 'auto' }, () => null)
}

const marked = (text: string): readonly unknown[] => [
  { type: 'text', text, cache_control: { type: 'ephemeral' } },
]

test('for Claude behind a gateway the system prompt and the last messages of the user’s side are marked', () => {
  for (const model of ['anthropic/claude-opus-4.8', 'claude-opus-4-8', 'us.anthropic.claude-x']) {
    const { messages } = withCacheMarkers(paramsFor(model))
    expect(messages.map(({ content }) => content)).toEqual([
      marked('Be brief.'),
      'Look.',
      null,
      marked('x'),
      marked('And?'),
    ])
  }
})

test('for any other model nothing is marked', () => {
  for (const model of ['gpt-5.5', 'deepseek/deepseek-v4', 'my-claude']) {
    const params = paramsFor(model)
    expect(withCacheMarkers(params)).toBe(params)
    expect(CACHE_MARKERS.without(params)).toBe(null)
  }
})

test('without its markers a request is unchanged', () => {
  const params = paramsFor('anthropic/claude-opus-4.8')
  expect(CACHE_MARKERS.without(withCacheMarkers(params))).toEqual(params)
})
