import { expect, test } from 'vitest'
import { replyEndOf } from './reply-facts.ts'

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
