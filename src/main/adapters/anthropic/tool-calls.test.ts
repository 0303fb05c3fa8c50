import { describe, expect, test } from 'vitest'
import { bash, text, type Part } from '../../../../e2e/fake-model-server/parts.ts'
import { message, ofEvents } from '../../../../e2e/fake-model-server/replies.ts'
import { streamEvent } from '../../../../e2e/fake-model-server/reply.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { EventId, MessageId, TurnId } from '../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { buildRequest } from '../../core/request/build-request.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { ask, modelAt } from './fakes/anthropic-calls.ts'
import { serverForEach } from '../model-api/fakes/fake-server.ts'

const server = serverForEach()

const FRAME = {
  endpoint: 'anthropic',
  model: 'claude-test',
  system: '',
  tools: [{ name: 'bash', description: 'Runs.', inputSchema: { type: 'object' } }],
}

async function blocksOf(parts: readonly Part[]): Promise<readonly Block[]> {
  server().enqueue(message(parts))
  return responded((await ask(modelAt(server().url))).outcome)
}

function responded(outcome: Awaited<ReturnType<typeof ask>>['outcome']): readonly Block[] {
  if (outcome.type !== 'responded') throw new Error(outcome.detail)
  return outcome.blocks
}

/** Sends the reply back with a result for each call, and asks again. */
async function sendBack(blocks: readonly Block[]): Promise<void> {
  const reply = 'reply' as MessageId
  const calls = blocks.filter(({ type }) => type === 'toolCall')
  const contents: MessageContent[] = [
    { type: 'user', text: 'Go', attachments: [], author: 'person' },
    {
      type: 'agent',
      turnId: 'turn' as TurnId,
      endpoint: 'anthropic',
      model: 'claude-test',
      blocks,
      end: 'toolUse',
      usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
      price: null,
    },
    ...calls.map((_, index): MessageContent => ({
      type: 'tool',
      callId: callIdOf(reply, index),
      outcome: 'ok',
      content: [{ type: 'text', text: `result ${index}` }],
      durationMs: 1,
      summary: null,
      files: [],
    })),
  ]
  const messages = contents.map((content, index): Message => ({
    id: content.type === 'agent' ? reply : (`m${index}` as EventId & MessageId),
    seq: index + 1,
    at: 0,
    content,
  }))
  server().enqueue(message([text('Done.')]))
  const { outcome } = await ask(modelAt(server().url), { request: buildRequest(messages, FRAME) })
  expect(outcome).toMatchObject({ type: 'responded', end: 'endTurn' })
}

describe('input', () => {
  test.each([1, 2, 7, 1000])('in %i fragments is assembled', async (pieces) => {
    const input = { command: 'echo "ünïcode 👋" \\ \n', nested: { deep: [1, 2, { a: null }] } }
    const [block] = await blocksOf([{ type: 'toolCall', name: 'bash', input, pieces }])
    expect(block).toMatchObject({ input: { type: 'object', value: input } })
  })

  test.each(['{"command": "ls', '[1, 2]', '"ls"', 'null', '42', '{command: ls}', ' '])(
    'that is not a JSON object stays text: %j',
    async (input) => {
      const blocks = await blocksOf([{ type: 'toolCall', name: 'bash', input }])
      expect(blocks).toMatchObject([{ input: { type: 'unparsed', text: input } }])
      await sendBack(blocks)
    },
  )

  test('that is empty is a call without arguments', async () => {
    const blocks = await blocksOf([{ type: 'toolCall', name: 'bash', input: '' }])
    expect(blocks).toMatchObject([{ input: { type: 'object', value: {} } }])
    await sendBack(blocks)
  })

  test('with half a surrogate pair in an escape is repaired, so it can be stored and sent', async () => {
    const input = '{"command": "echo \\ud83d", "good": "\\ud83d\\udc4b"}'
    const blocks = await blocksOf([{ type: 'toolCall', name: 'bash', input }])
    expect(blocks).toMatchObject([
      { input: { type: 'object', value: { command: 'echo \uFFFD', good: '👋' } } },
    ])
    await sendBack(blocks)
  })
})

test('64 parallel calls arrive in order and go back with their results', async () => {
  const parts = Array.from({ length: 64 }, (_, index) => bash(`true # ${index}`))
  const blocks = await blocksOf(parts)
  expect(blocks.map((block) => block.type === 'toolCall' && block.input)).toEqual(
    parts.map((_, index) => ({ type: 'object', value: { command: `true # ${index}` } })),
  )
  await sendBack(blocks)
})

test('ids that repeat inside one reply are stored as received and sent as different ones', async () => {
  const blocks = await blocksOf([bash('a', 'call_0'), bash('b', 'call_0'), bash('c', 'call_0')])
  expect(blocks).toMatchObject(Array.from({ length: 3 }, () => ({ providerCallId: 'call_0' })))
  await sendBack(blocks)
})

test('T35 fragments with a missing id or name are merged or dropped, the same way each time', async () => {
  const events = [
    streamEvent({ type: 'message_start', message: {} }),
    start(0, { name: 'bash' }),
    start(1, { id: 'two' }),
    piece(0, '{"command":'),
    piece(1, '{"command":"b"}'),
    piece(7, '{"command":"of no block"}'),
    piece(0, '"a"}'),
    start(1, { id: 'three', name: 'bash' }),
    piece(1, '{}'),
    streamEvent({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }),
    streamEvent({ type: 'message_stop' }),
  ]
  server().enqueue(ofEvents(events), ofEvents(events))
  const first = responded((await ask(modelAt(server().url))).outcome)
  expect(first).toEqual([
    call('', 'bash', { command: 'a' }),
    call('two', '', { command: 'b' }),
    call('three', 'bash', {}),
  ])
  expect(responded((await ask(modelAt(server().url))).outcome)).toEqual(first)
  await sendBack(first)
})

function call(providerCallId: string, name: string, value: object): object {
  return { type: 'toolCall', providerCallId, name, input: { type: 'object', value } }
}

function start(index: number, block: object) {
  return streamEvent({
    type: 'content_block_start',
    index,
    content_block: { type: 'tool_use', ...block },
  })
}

function piece(index: number, json: string) {
  const delta = { type: 'input_json_delta', partial_json: json }
  return streamEvent({ type: 'content_block_delta', index, delta })
}
