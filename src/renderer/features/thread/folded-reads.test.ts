import { expect, test } from 'vitest'
import { CallId } from '../../../shared/ids.ts'
import type { CallOutcome, Message } from '../../../shared/messages/message.ts'
import { agentMessage, resultMessage } from '../../../client/fakes/samples.ts'
import type { Density } from '../shell/density.ts'
import { foldReads, wordsOfReads } from './folded-reads.ts'
import { threadItems } from '../../../client/items/thread-items.ts'

const call = (name: string, value: object = {}): object => ({
  type: 'toolCall',
  providerCallId: 'same',
  name,
  input: { type: 'object', value },
})
const read = (path: string): object => call('read_file', { path })
const search = call('grep', { pattern: 'x' })
const said = { type: 'text', text: 'I see.' }
const thought = { type: 'thinking', text: 'Where?', signature: null }

let seq = 1

/** A reply with these blocks, and a result with this outcome for each of its calls. */
function reply(blocks: readonly object[], outcome: CallOutcome = 'ok'): readonly Message[] {
  const first = (seq += 10)
  const calls = blocks.filter((block) => 'name' in block)
  const results = calls.map((_, index) =>
    resultMessage(first + 1 + index, `m${first}.${index}`, 'x', outcome),
  )
  return [agentMessage(first, blocks), ...results]
}

/** The contents of each reply: folds by their texts, everything else by its kind. */
function shown(
  replies: readonly (readonly Message[])[],
  touched: readonly string[] = [],
  density: Density = 'normal',
) {
  const [agent] = threadItems(replies.flat(), new Map())
  if (agent?.type !== 'agent') throw new Error('no reply is shown')
  const hands = new Set(touched.map((id) => CallId.parse(id)))
  return foldReads(agent.replies, hands, density).map(({ parts }) =>
    parts.map((part) => (part.type === 'reads' ? wordsOfReads(part.parts) : part.type)),
  )
}

test('calls that only read are one line, across replies and the thinking between them', () => {
  expect(
    shown([
      reply([said, read('a'), read('b')]),
      reply([thought, search, read('a')]),
      reply([said]),
    ]),
  ).toEqual([['text', 'Read 2 files, searched once'], [], ['text']])
})

test('text, other tools and failed calls separate groups, and a single call is its own card', () => {
  expect(shown([reply([read('a')]), reply([said, read('b')])])).toEqual([
    ['call'],
    ['text', 'call'],
  ])
  expect(shown([reply([read('a'), call('bash'), read('b')])])).toEqual([['call', 'call', 'call']])
  expect(shown([reply([read('a'), read('b')], 'failed')])).toEqual([['call', 'call']])
})

test('thinking after the last of them is separate', () => {
  expect(shown([reply([read('a'), read('b')]), reply([thought, said])])).toEqual([
    ['Read 2 files'],
    ['thinking', 'text'],
  ])
})

test('a call without a result, and a card opened by a reader, stay in place', () => {
  expect(shown([reply([read('a'), read('b'), read('c')]).slice(0, 3)])).toEqual([
    ['Read 2 files', 'call'],
  ])
  const opened = reply([read('a'), read('b'), read('c')])
  expect(shown([opened], [`${opened[0]?.id}.0`])).toEqual([['call', 'Read 2 files']])
})

test('folders and searches are counted', () => {
  const list = call('list_files')
  expect(shown([reply([list, list, search, search, search])])).toEqual([
    ['Searched 3 times, listed 1 folder'],
  ])
})

const work = [read('a'), call('bash', { command: 'x' }), call('edit_file', { path: 'a' })]

function compact(...replies: readonly (readonly Message[])[]) {
  return shown(replies, [], 'compact')
}

test('compact folds successful steps, and nothing that failed, waits or still runs', () => {
  expect(compact(reply([said, ...work, call('think'), call('web_fetch')]))).toEqual([
    ['text', 'Read 1 file, edited 1 file, ran 1 command, fetched 1 page, made 1 other call'],
  ])
  expect(compact(reply(work, 'failed'))).toEqual([['call', 'call', 'call']])
  expect(compact(reply(work).slice(0, 3))).toEqual([['Read 1 file, ran 1 command', 'call']])
  const standing = ['spawn_agents', 'bash_background', 'ask_user'].map((name) => call(name))
  expect(compact(reply(standing))).toEqual([['call', 'call', 'call']])
})

test('compact counts each file changed by a patch once', () => {
  const patched = reply([call('apply_patch'), call('apply_patch')])
  const diff = ['a', 'b'].map((name) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-x\n+y\n`)
  const withDiff = patched.map((message) =>
    message.content.type === 'tool'
      ? {
          ...message,
          content: {
            ...message.content,
            content: [{ type: 'text', text: diff.join('') } as const],
          },
        }
      : message,
  )
  expect(shown([withDiff], [], 'compact')).toEqual([['Edited 2 files']])
})

test('verbose folds nothing', () => {
  expect(shown([reply([thought, read('a'), read('b')])], [], 'verbose')).toEqual([
    ['thinking', 'call', 'call'],
  ])
})
