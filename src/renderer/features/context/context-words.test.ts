import { describe, expect, test } from 'vitest'
import { type Message, Message as AnyMessage } from '../../../shared/messages/message.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import {
  IDLE_STATE,
  personMessage,
  rewoundMessage,
  streamingState,
} from '../../../client/fakes/samples.ts'
import {
  canCompact,
  canCompactBefore,
  percentOf,
  rowsOfShares,
  sentenceOfUse,
  wordsOfCount,
  wordsOfUse,
} from './context-words.ts'

const useOf = (usedTokens: number) => ({
  usedTokens,
  limitTokens: 200_000,
  holdsImages: false,
})

describe('how full the context is', () => {
  test('is shown in whole percent, at most 100', () => {
    expect(percentOf(useOf(0))).toBe(0)
    expect(percentOf(useOf(76_999))).toBe(38)
    expect(percentOf(useOf(300_000))).toBe(100)
  })

  // covers REQ-BED-012.2a
  test('has a word near the limit, not only a colour, from 80 %', () => {
    expect(wordsOfUse(useOf(159_999))).toBe('159k of 200k tokens')
    expect(wordsOfUse(useOf(160_000))).toBe('160k of 200k tokens, nearly full')
  })

  test.each([
    [0, '0'],
    [999.6, '999'],
    [1_000, '1k'],
    [12_940, '12k'],
    [999_999, '999k'],
    [1_000_000, '1M'],
    [1_048_576, '1M'],
    [1_990_000, '1.9M'],
  ])('%d tokens are shown as %s', (limitTokens, words) => {
    expect(wordsOfUse({ ...useOf(0), limitTokens })).toMatch(
      new RegExp(`^0 of ${words} tokens(,|$)`),
    )
  })

  test('an exact count says who counted, or why it is missing', () => {
    expect(wordsOfCount({ tokens: 12_345, problem: null })).toBe(
      '12,345 tokens, counted by the provider',
    )
    expect(wordsOfCount({ tokens: null, problem: 'It took too long.' })).toBe('It took too long.')
  })

  test('the details count tokens', () => {
    expect(sentenceOfUse(useOf(76_400.4))).toBe(
      '76,400 of the 200,000 tokens that the model can read are used.',
    )
  })
})

test('the parts of a request are shown in tokens and in percent of the total', () => {
  const shares = { system: 1_000, tools: 5_000, files: 0, messages: 14_000, images: 0 }
  expect(rowsOfShares(shares).map(({ name, words }) => `${name}: ${words}`)).toEqual([
    'System prompt: 1,000 · 5%',
    'Tools: 5,000 · 25%',
    'Files: 0 · 0%',
    'Messages: 14,000 · 70%',
    'Images: 0 · 0%',
  ])
  const nothing = { system: 0, tools: 0, files: 0, messages: 0, images: 0 }
  expect(rowsOfShares(nothing)[0]?.words).toBe('0 · 0%')
})

describe('a summary is available', () => {
  const summary: Message = AnyMessage.parse({
    id: 's',
    seq: 2,
    at: 2,
    content: { type: 'summary', text: 'So far', model: 'm', usage: NO_USAGE },
  })

  const answer: Message = AnyMessage.parse({
    id: 'a',
    seq: 2,
    at: 2,
    content: {
      type: 'agent',
      turnId: 't',
      model: 'm',
      blocks: [],
      end: 'endTurn',
      usage: NO_USAGE,
    },
  })

  test('at rest, after an answer', () => {
    expect(canCompact(IDLE_STATE, [personMessage(1), answer])).toBe(true)
    expect(canCompact(IDLE_STATE, [personMessage(1)])).toBe(false)
    expect(canCompact(IDLE_STATE, [])).toBe(false)
    expect(canCompact(IDLE_STATE, [personMessage(1), answer, rewoundMessage(3, 1)])).toBe(false)
    expect(canCompact(streamingState(), [personMessage(1), answer])).toBe(false)
  })

  test('up to a message of the person, if there is something before it', () => {
    const messages = [personMessage(1), answer, personMessage(3)]
    const view = { state: IDLE_STATE, messages, hasEarlier: false, isFolderGone: false }
    expect(canCompactBefore(view, 3)).toBe(true)
    expect(canCompactBefore(view, 2)).toBe(false)
    expect(canCompactBefore(view, 1)).toBe(false)
    expect(canCompactBefore({ ...view, hasEarlier: true }, 1)).toBe(true)
    expect(canCompactBefore({ ...view, state: streamingState() }, 3)).toBe(false)
    expect(canCompactBefore({ ...view, isFolderGone: true }, 3)).toBe(false)
    const rewound = [...messages, rewoundMessage(4, 3)]
    expect(canCompactBefore({ ...view, messages: rewound }, 3)).toBe(false)
  })

  test('once: not for a summary alone', () => {
    expect(canCompact(IDLE_STATE, [personMessage(1), answer, summary])).toBe(false)
    expect(canCompact(IDLE_STATE, [personMessage(1), summary, answer])).toBe(true)
  })
})
