import { expect, test } from 'vitest'
import { DEFAULT_TIMEOUTS } from '../../../shared/models/timeouts.ts'
import { buildParams } from './build-params.ts'

test.each([
  [1, 16],
  [4096, 4096],
])(
  'with a limit of %i tokens it asks for at most %i: the API refuses less than 16',
  (set, sent) => {
    const limits = { contextTokens: 8192, outputTokens: set }
    const provider = {
      endpoint: 'e',
      model: 'gpt-5',
      limits,
      timeouts: DEFAULT_TIMEOUTS,
      price: null,
    }
    const request = { system: '', tools: [], messages: [] }
    const params = buildParams({ effort: 'auto', provider, request }, () => null)
    expect(params.max_output_tokens).toBe(sent)
  },
)
