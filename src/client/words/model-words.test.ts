import { expect, test } from 'vitest'
import { DEMO_LABEL, labelOfModel, nameOfModel } from './model-words.ts'

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
