import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { mergeUsage, replyEndOf } from './reply-facts.ts'

test.each([
  ['end_turn', 'endTurn'],
  ['stop_sequence', 'stopSequence'],
  ['tool_use', 'toolUse'],
  ['max_tokens', 'maxTokens'],
  ['pause_turn', 'pauseTurn'],
  ['model_context_window_exceeded', 'contextFull'],
  ['refusal', 'refusal'],
  ['bored', 'unknown'],
  ['toString', 'unknown'],
  [null, 'unknown'],
])('a reply that stops for %s ends as %s', (reason, end) => {
  expect(replyEndOf(reason)).toBe(end)
})

test('hour-long cache writes are counted separately, and kept if later counts omit them', () => {
  const written = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 7 }
  const begun = { cache_creation_input_tokens: 10, cache_creation: written }
  const usage = mergeUsage(mergeUsage(NO_USAGE, begun), { output_tokens: 5 })
  expect(usage).toMatchObject({ cacheWriteTokens: 10, cacheWriteHourTokens: 7, outputTokens: 5 })
})
