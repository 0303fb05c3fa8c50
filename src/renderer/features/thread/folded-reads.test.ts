import { expect, test } from 'vitest'
import { CallId } from '../../../shared/ids.ts'
import type { CallOutcome, Message } from '../../../shared/message.ts'
import { agentMessage, resultMessage } from '../../fakes/samples.ts'
import { foldReads, wordsOfReads } from './folded-reads.ts'
import { threadItems } from './thread-items.ts'

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

/** A reply with these blocks, and a result of this outcome for each of its calls. */
function reply(blocks: readonly object[], outcome: CallOutcome = 'ok'): readonly Message[] {
  const first = (seq += 10)
  const calls = blocks.filter((block) => 'name' in block)
  const results = calls.map((_, index) =>
    resultMessage(first + 1 + index, `m${first}.${index}`, 'x', outcome),
  )
  return [agentMessage(first, blocks), ...results]
}

/** What stands in each reply: folds by their words, all else by its kind. */
function shown(replies: readonly (readonly Message[])[], touched: readonly string[] = []) {
  const [agent] = threadItems(replies.flat(), new Map())
  if (agent?.type !== 'agent') throw new Error('no reply is shown')
  const hands = new Set(touched.map((id) => CallId.parse(id)))
  return foldReads(agent.replies, hands).map(({ parts }) =>
    parts.map((part) => (part.type === 'reads' ? wordsOfReads(part.parts) : part.type)),
  )
}

test('calls that only read are one line, over several replies and what was thought between them', () => {
  expect(
    shown([
      reply([said, read('a'), read('b')]),
      reply([thought, search, read('a')]),
      reply([said]),
    ]),
  ).toEqual([['text', 'Read 2 files, searched once'], [], ['text']])
})

test('words, other tools and what failed stand between, and one call is its own card', () => {
  expect(shown([reply([read('a')]), reply([said, read('b')])])).toEqual([
    ['call'],
    ['text', 'call'],
  ])
  expect(shown([reply([read('a'), call('bash'), read('b')])])).toEqual([['call', 'call', 'call']])
  expect(shown([reply([read('a'), read('b')], 'failed')])).toEqual([['call', 'call']])
})

test('what is thought behind the last of them stands for itself', () => {
  expect(shown([reply([read('a'), read('b')]), reply([thought, said])])).toEqual([
    ['Read 2 files'],
    ['thinking', 'text'],
  ])
})

test('a call without a result, and a card that a reader has opened, stay where they are', () => {
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
