import { expect, test } from 'vitest'
import { chunk, ofChunks } from '../../../../e2e/fake-model-server/chat-replies.ts'
import type { Json } from '../../../../e2e/fake-model-server/json.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'
import { ask, modelAt } from '../model-api/fakes/model-calls.ts'
import { openaiApi } from './openai-api.ts'

const server = serverForEach()

async function replyTo(chunks: readonly Json[], endsWithDone = true): Promise<unknown> {
  server().enqueue(ofChunks(chunks, { endsWithDone }))
  const { outcome } = await ask(modelAt(openaiApi, server().url))
  return outcome.type === 'failed'
    ? outcome.kind
    : [outcome.end, ...outcome.blocks.map((block) => (block.type === 'text' ? block.text : block))]
}

const at = (index: number, delta: Json, end: string | null = null): Json => ({
  ...chunk({}),
  choices: [{ index, delta, finish_reason: end }],
})
const says = (index: number, content: string): Json => at(index, { content })

/** The choices of several chunks in one. */
const together = (...chunks: readonly Json[]): Json => ({
  ...chunk({}),
  choices: chunks.flatMap((each) => each['choices'] as readonly Json[]),
})

const CALL = { tool_calls: [{ index: 0, id: 'b', function: { name: 'ls', arguments: '{}' } }] }

test.each<[string, readonly Json[]]>([
  [
    'in turn',
    [
      says(0, 'On'),
      says(1, 'Tw'),
      says(0, 'e'),
      at(1, CALL),
      at(1, {}, 'length'),
      at(0, {}, 'stop'),
    ],
  ],
  [
    'after an empty piece of each',
    [says(0, ''), says(1, ''), says(1, 'Two'), says(0, 'On'), says(0, 'e'), at(0, {}, 'stop')],
  ],
  ['after the first has ended', [says(0, 'On'), says(0, 'e'), at(0, {}, 'stop'), says(1, 'Two')]],
  [
    'beside it',
    [
      together(says(0, 'On'), says(1, 'Tw')),
      together(says(1, 'o'), says(0, 'e')),
      together(at(1, {}, 'length')),
      together(at(0, {}, 'stop')),
    ],
  ],
  [
    'and fails',
    [
      says(0, 'On'),
      says(0, 'e'),
      {
        ...chunk({}),
        choices: [{ index: 1, delta: {}, error: { code: 502, message: 'worn out' } }],
      },
      at(0, {}, 'stop'),
    ],
  ],
])('a second choice, %s, is no part of the reply', async (_, chunks) => {
  expect(await replyTo(chunks)).toEqual(['endTurn', 'One'])
})

test('a reply of two numbered pieces is whole without [DONE] only with its end reason', async () => {
  expect(await replyTo([says(1, 'On'), at(2, { content: 'e' }, 'eos_token')], false)).toEqual([
    'endTurn',
    'One',
  ])
  expect(await replyTo([says(1, 'On'), says(2, 'e')], false)).toBe('network')
})

test.each<[string, readonly Json[]]>([
  ['from 0', [says(0, 'O'), says(1, 'n'), says(2, 'e'), at(3, {}, 'stop')]],
  ['from 1', [says(1, 'O'), says(2, 'n'), says(3, 'e'), at(4, {}, 'stop')]],
  ['from 0, but the last', [says(0, 'O'), says(1, 'n'), says(2, 'e'), at(0, {}, 'stop')]],
  ['and are two', [says(0, 'One'), at(1, {}, 'stop')]],
  ['all with 1', [says(1, 'On'), says(1, 'e'), at(1, {}, 'stop')]],
])('pieces of one choice that a server numbers %s are all heard', async (_, chunks) => {
  expect(await replyTo(chunks)).toEqual(['endTurn', 'One'])
})
