import { expect, test } from 'vitest'
import type { ReadSession } from '../../runtime/ports/import-port.ts'
import { lineOf } from '../../runtime/fakes/line-of-message.ts'
import { readClaudeCode } from './read-claude-code.ts'
import { readCodex } from './read-codex.ts'
import { readOpencodeSession } from './read-opencode.ts'
import { readPi } from './read-pi.ts'

function linesOf(...lines: readonly (object | string)[]): string {
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
}

function transcript({ messages }: ReadSession): readonly string[] {
  return messages.map(({ content }) => lineOf(content))
}

const claude = (uuid: string, parentUuid: string | null, words: string, more: object = {}) => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content: words },
  ...more,
})
const reply = (uuid: string, parentUuid: string, id: string, ...content: readonly object[]) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id, role: 'assistant', model: 'm', content },
})
const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } })
const used = (id: string, uuid: string, parent: string) => ({
  ...claude(uuid, parent, ''),
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: `out of ${id}` }] },
})

const codexUser = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
})
const codexEvent = (payload: object) => ({ type: 'event_msg', payload })
const codexItem = (payload: object) => ({ type: 'response_item', payload })
const piUser = (id: string, parentId: string | null, content: string) => ({
  type: 'message',
  id,
  parentId,
  message: { role: 'user', content },
})
const opencodeWords = (text: string) => [
  { type: 'text', text },
  { type: 'text', text: 'x', synthetic: true },
]

test('for Claude Code the branch of the last line is read; sub-agents, notes and broken lines are counted', () => {
  const session = readClaudeCode(
    linesOf(
      { type: 'summary', summary: 'A title' },
      claude('a', null, 'Hello'),
      reply('b', 'a', '1', { type: 'text', text: 'Old answer' }),
      claude('n', 'a', 'Caveat', { isMeta: true }),
      reply('c', 'n', '2', { type: 'text', text: 'New answer' }, { type: 'hologram' }),
      { ...claude('s', 'c', 'A task'), isSidechain: true },
      { type: 'telepathy' },
      '{"type":"user"',
    ),
  )
  expect(transcript(session)).toEqual(['user: Hello', 'agent: New answer'])
  expect(session.title).toBe('A title')
  expect(Object.fromEntries(session.skipped.map(({ count, what }) => [what, count]))).toEqual({
    'entry of type “telepathy”': 1,
    'line that is not JSON': 1,
    'message of another branch': 1,
    'message of a sub-agent': 1,
    'note of Claude Code': 1,
    'part of type “hologram”': 1,
  })
})

test('a name that is no text is skipped like one that is not known', () => {
  const odd = { toString: 1 }
  const pi = { type: 'message', id: 'b', parentId: 'a', message: { role: odd, content: [] } }
  const read = [
    readClaudeCode(linesOf({ type: odd })),
    readCodex(linesOf({ type: 'response_item', payload: { type: odd } })),
    readPi(linesOf({ type: odd, id: 'a' }, pi)),
    readOpencodeSession({ messages: [{ info: { role: odd }, parts: [] }] }),
  ]
  expect(read.map(({ skipped }) => skipped.map(({ what }) => what))).toEqual([
    ['entry of type “”'],
    ['entry of type “”'],
    ['entry of type “”', 'message of “”'],
    ['message of “”'],
  ])
})

test('for Claude Code parallel calls are one reply, and keep their results', () => {
  const session = readClaudeCode(
    linesOf(
      claude('a', null, 'Go'),
      reply('b', 'a', '1', use('x')),
      used('x', 'c', 'b'),
      reply('d', 'b', '1', use('y')),
      used('y', 'e', 'd'),
      reply('f', 'e', '2', use('z')),
    ),
  )
  expect(transcript(session)).toEqual([
    'user: Go',
    'agent: toolCall toolCall',
    'tool ok: out of x',
    'tool ok: out of y',
    'agent: toolCall',
    'tool unknown: Interrupted: this call has no result in the imported session. Its effect is unknown.',
  ])
})

test('for Codex rolled-back turns are left out, and lines of early versions are read', () => {
  const call = {
    type: 'function_call',
    call_id: 'c',
    name: 'shell',
    arguments: '{"command":["ls"]}',
  }
  const output = JSON.stringify({ output: 'a.txt', metadata: { exit_code: 2 } })
  const session = readCodex(
    linesOf(
      { id: 'i', instructions: null, timestamp: '2025-05-01T10:00:00Z' },
      codexUser('Hello'),
      call,
      { type: 'function_call_output', call_id: 'c', output },
      codexItem(codexUser('Never mind')),
      codexItem({ ...call, call_id: 'e' }),
      codexEvent({ type: 'thread_rolled_back', num_turns: 1 }),
      codexItem(codexUser('Go on')),
      codexItem({ type: 'function_call_output', call_id: 'e', output: 'Late' }),
      { type: 'compacted', payload: { message: 'So far' } },
      codexItem({
        type: 'custom_tool_call',
        call_id: 'd',
        name: 'apply_patch',
        input: '*** Begin',
      }),
      codexItem({ type: 'custom_tool_call_output', call_id: 'd', output: 'Done' }),
    ),
  )
  expect(transcript(session)).toEqual([
    'user: Hello',
    'agent: toolCall',
    'tool failed: a.txt',
    'user: Go on',
    'summary: So far',
    'agent: toolCall',
    'tool ok: Done',
  ])
})

test('for pi the branch of the last entry is read, and kept messages follow the summary', () => {
  const session = readPi(
    linesOf(
      { type: 'session', id: 's', cwd: '/work' },
      piUser('a', null, 'One'),
      piUser('x', 'a', 'Another branch'),
      piUser('b', 'a', 'Two'),
      { type: 'compaction', id: 'c', parentId: 'b', summary: 'So far', firstKeptEntryId: 'b' },
      piUser('d', 'c', 'Three'),
      { type: 'session_info', id: 'e', parentId: 'd', name: 'My name' },
    ),
  )
  expect(transcript(session)).toEqual(['user: One', 'summary: So far', 'user: Two', 'user: Three'])
  expect(session).toMatchObject({ folder: '/work', title: 'My name' })
})

test('for opencode steps are replies, and reverted ones are left out', () => {
  const session = readOpencodeSession({
    info: { title: 'New session - 2026', directory: '/work', revert: { messageID: 'm3' } },
    messages: [
      { info: { id: 'm1', role: 'user' }, parts: opencodeWords('Hello') },
      {
        info: {
          id: 'm2',
          role: 'assistant',
          error: { name: 'APIError', data: { message: 'No.' } },
        },
        parts: [
          { type: 'step-start' },
          {
            type: 'tool',
            callID: 'c',
            tool: 'bash',
            state: { status: 'error', input: {}, error: 'E' },
          },
          { type: 'step-start' },
          { type: 'text', text: 'Done' },
        ],
      },
      { info: { id: 'm3', role: 'user' }, parts: opencodeWords('Never mind') },
    ],
  })
  expect(transcript(session)).toEqual([
    'user: Hello',
    'agent: toolCall',
    'tool failed: E',
    'agent: Done',
    'error: No.',
  ])
  expect(session.title).toBe('Hello')
})

test('a line that a kill cut hides nothing of what was said before it', () => {
  const cut = '{"type":"user","uuid":"c","parentUuid":"b'
  const said = ['user: One', 'user: Two', 'user: Four']
  const [one, two, four] = [
    ['a', null, 'One'],
    ['b', 'a', 'Two'],
    ['d', 'c', 'Four'],
  ] as const
  const ofClaude = linesOf(claude(...one), claude(...two), cut, claude(...four))
  expect(transcript(readClaudeCode(ofClaude))).toEqual(said)
  const ofPi = linesOf(piUser(...one), piUser(...two), cut, piUser(...four))
  expect(transcript(readPi(ofPi))).toEqual(said)
})

test('for Claude Code a line that is there twice is read once', () => {
  const lines = [
    claude('a', null, 'Hello'),
    reply('b', 'a', '1', use('x')),
    used('x', 'c', 'b'),
    reply('d', 'c', '2', { type: 'text', text: 'Done' }),
  ]
  const session = readClaudeCode(linesOf(...lines.flatMap((line) => [line, line])))
  expect(session.messages).toEqual(readClaudeCode(linesOf(...lines)).messages)
  expect(session.skipped).toEqual([{ what: 'lines that are there twice', count: 4 }])
})

test('what is left out is named briefly, however long and many its names are', () => {
  const types = ['x'.repeat(100_000), '\u202E', ...Array.from({ length: 100 }, (_, n) => `t${n}`)]
  const { skipped } = readClaudeCode(linesOf(...types.map((type) => ({ type }))))
  expect(skipped.reduce((sum, { count }) => sum + count, 0)).toBe(types.length)
  expect(skipped.at(-1)).toEqual({ what: 'other entries', count: types.length - 20 })
  expect(JSON.stringify(skipped).length).toBeLessThan(2_000)
  expect(JSON.stringify(skipped)).not.toContain('\u202E')
})

test.each([
  [1_700_000_000_000.5, 1_700_000_000_000],
  ['2026-01-01T00:00:00.5Z', Date.UTC(2026, 0, 1, 0, 0, 0, 500)],
  // Nanoseconds: no date, and no row could hold it.
  [1_700_000_000_000_000_000, 0],
  [-1, 0],
])('the time %j of another program is %j', (timestamp, at) => {
  const line = { ...codexItem(codexUser('Hello')), timestamp }
  expect(readCodex(linesOf(line)).messages.map((each) => each.at)).toEqual([at])
})

test('a word for the end of a reply that means nothing here is an unknown end', () => {
  const said = reply('b', 'a', '1', { type: 'text', text: 'Hi' })
  const line = { ...said, message: { ...said.message, stop_reason: 'constructor' } }
  const { messages } = readClaudeCode(linesOf(claude('a', null, 'Hello'), line))
  expect(messages[1]?.content).toMatchObject({ end: 'unknown' })
})
