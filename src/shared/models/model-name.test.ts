import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelName, readModelName } from './model-name.ts'

test.each([
  ['demo', 'demo', 'demo'],
  ['claude-sonnet-5-5', 'anthropic', 'claude-sonnet-5-5'],
  ['ollama/qwen3:8b', 'ollama', 'qwen3:8b'],
  ['router/meta/llama-4', 'router', 'meta/llama-4'],
  ['anthropic/a/b', 'anthropic', 'a/b'],
])('%s belongs to the endpoint %s', (name, endpoint, model) => {
  expect(readModelName(name)).toEqual({ endpoint, model })
  expect(modelName({ endpoint, model })).toBe(name)
})

test('a name parses back to its model', () => {
  const id = fc.stringMatching(/^[a-z0-9-]{1,10}$/).filter((each) => each !== 'demo')
  const model = fc.stringMatching(/^[a-z0-9:.-]{1,10}(\/[a-z0-9]{1,5})?$/)
  fc.assert(
    fc.property(id, model, (endpoint, each) => {
      fc.pre(each !== 'demo')
      expect(readModelName(modelName({ endpoint, model: each }))).toEqual({ endpoint, model: each })
    }),
  )
})
