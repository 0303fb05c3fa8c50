import { expect, test } from 'vitest'
import { CallId } from '../../shared/ids.ts'
import {
  alwaysChoicesOf,
  isWide,
  labelOfRule,
  reachOfRule,
  sentenceOfRule,
} from './always-choices.ts'
import { wordsOfWhy } from '../words/approval-words.ts'
import type { AskedCall } from './open-approvals.ts'

function asked(subject: string | null, change: Partial<AskedCall> = {}): AskedCall {
  const input = { type: 'object', value: { command: subject ?? '' } } as const
  const callId = CallId.parse('m2.0')
  const call = { callId, name: 'bash', input, action: 'command', subject } as const
  return { call, why: 'mode', answer: null, ...change }
}

const labelsOf = (call: AskedCall): readonly string[] => alwaysChoicesOf(call).map(labelOfRule)

test('a plain command can be always allowed as it is, or by its first words', () => {
  expect(labelsOf(asked('npm test --watch a.ts'))).toEqual([
    'exactly this',
    'npm test …',
    'npm test --watch a.ts …',
  ])
  expect(labelsOf(asked(`go ${'a '.repeat(30)}b`))).toHaveLength(9)
})

test('a command that is not plain can be allowed exactly, and calls without a subject, or that always ask, not at all', () => {
  expect(labelsOf(asked('npm test | tail'))).toEqual(['exactly this'])
  expect(labelsOf(asked(null))).toEqual([])
  expect(labelsOf(asked('npm test', { why: 'repeated' }))).toEqual([])
  expect(labelsOf(asked('npm test', { why: 'outside' }))).toEqual([])
})

test('a path is not a command: it has no first words', () => {
  const call = { ...asked('my notes').call, action: 'read' } as const
  expect(labelsOf(asked(null, { call }))).toEqual(['exactly this'])
})

test('each rule says what it will do', () => {
  const [exact, prefix] = alwaysChoicesOf(asked('npm test')).map(sentenceOfRule)
  expect(exact).toContain('exactly this runs')
  expect(prefix).toContain('begins with “npm test”')
})

test('a rule for a fetched page covers its host, and says so before it is saved', () => {
  for (const why of ['mode', 'privateHost'] as const) {
    const rule = { tool: 'web_fetch', subject: 'localhost:3000', match: 'exact' } as const
    const of = { name: 'web_fetch', action: 'fetch', subject: rule.subject } as const
    const call = { ...asked('x').call, ...of }
    expect(alwaysChoicesOf({ call, why, answer: null })).toEqual([rule])
    expect(isWide(rule)).toBe(true)
    expect(labelOfRule(rule)).toBe('any page on localhost:3000')
    expect(sentenceOfRule(rule)).toContain('any page on localhost:3000 is fetched in this folder')
    expect(reachOfRule(rule)).toBe('any page on this host')
    const words = wordsOfWhy({ call, why, answer: null })
    expect(words).toMatch(
      why === 'mode' ? /asks before a web page is fetched/ : /localhost:3000, on this machine/,
    )
  }
})
