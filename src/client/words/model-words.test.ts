import { expect, test } from 'vitest'
import {
  DEMO_LABEL,
  labelOfModel,
  nameOfModel,
  withDisplayName,
  withModelNames,
} from './model-words.ts'

const model = { id: 'acme-7', contextTokens: null, outputTokens: null, price: null }
const settings = {
  endpoints: [
    {
      id: 'work',
      models: [
        { ...model, displayName: 'Acme 7 \u202EPro' },
        { ...model, id: 'b' },
      ],
    },
  ],
}

test.each([
  ['claude-opus-4-8', 'Claude Opus 4.8'],
  ['work/claude-opus-4-8', 'Claude Opus 4.8 (work)'],
  ['router/anthropic/claude-opus-4.8', 'Claude Opus 4.8 (router)'],
  ['ollama/qwen3:8b', 'ollama/qwen3:8b'],
  ['work/acme-7', 'Acme 7 \\u{202E}Pro (work)'],
  ['work/b', 'work/b'],
  ['other/acme-7', 'other/acme-7'],
])('%s is shown as %s', (id, label) => {
  expect(labelOfModel(id, settings)).toBe(label)
  expect(nameOfModel(id, settings)).toBe(label)
})

test('the demo has a label and a name in sentences; a name by a server is unknown without the settings', () => {
  expect(labelOfModel('demo')).toBe(DEMO_LABEL)
  expect(nameOfModel('demo')).toBe('the scripted demo')
  expect(labelOfModel('work/acme-7')).toBe('work/acme-7')
})

test.each([
  [
    'claude-sonnet-5-5',
    'The limit for claude-sonnet-5-5 is reached.',
    'The limit for Claude Sonnet 5.5 is reached.',
  ],
  [
    'work/claude-opus-4-8',
    'claude-opus-4-8 is overloaded.',
    'Claude Opus 4.8 (work) is overloaded.',
  ],
  ['work/b', 'b is overloaded.', 'b is overloaded.'],
  ['gpt-5', 'gpt-5-mini is overloaded.', 'gpt-5-mini is overloaded.'],
  [
    'claude-opus-4-8',
    'It refused: "claude-opus-4-8" is old.',
    'It refused: "claude-opus-4-8" is old.',
  ],
  [
    'claude-opus-4-8',
    'It knows no model called claude-opus-4-8.',
    'It knows no model called claude-opus-4-8.',
  ],
  ['demo', 'demo failed.', 'demo failed.'],
])('with %s, the sentence "%s" is read as "%s"', (id, sentence, read) => {
  expect(withDisplayName(sentence, id, settings)).toBe(read)
})

test.each([
  [
    'work/acme-7 refused the request. It was asked again without images.',
    'Acme 7 \\u{202E}Pro (work) refused the request. It was asked again without images.',
  ],
  [
    'The conversation is longer than claude-opus-4-8 can read. It was asked again with less; they stay on record.',
    'The conversation is longer than Claude Opus 4.8 can read. It was asked again with less; they stay on record.',
  ],
  [
    'work/claude-opus-4-8 did not answer (claude-opus-4-8 is\noverloaded.) Until this turn ends, claude-opus-4-8 is asked instead.',
    'Claude Opus 4.8 (work) did not answer (Claude Opus 4.8 (work) is\noverloaded.) Until this turn ends, Claude Opus 4.8 is asked instead.',
  ],
  [
    'claude-sonnet-5-5 did not answer (It is busy.) Until this turn ends, demo is asked instead.',
    'Claude Sonnet 5.5 did not answer (It is busy.) Until this turn ends, the scripted demo is asked instead.',
  ],
  ['Run claude-opus-4-8.', 'Run claude-opus-4-8.'],
])('the note "%s" is read as "%s"', (note, read) => {
  expect(withModelNames(note, settings)).toBe(read)
})
