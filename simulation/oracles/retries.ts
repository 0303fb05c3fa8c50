import { MAX_ATTEMPTS } from '../../src/shared/conversation-state.ts'
import type { Moved } from '../../src/main/core/step.ts'

const LONGEST_WAIT_MS = 60_000

/** Row 4: each wait for another try is bounded, and so are the tries with one provider; two providers make six. */
export function checkRetries(
  { effects, state }: Moved,
  complain: (promise: string, facts: string) => void,
): void {
  if (state.type !== 'llmRequesting') return
  const { attempt, phase } = state
  if (attempt > MAX_ATTEMPTS) complain('row 4 tries are bounded', String(attempt))
  if (phase.type !== 'backoff') return
  for (const effect of effects) {
    if (effect.type === 'startTimer' && effect.afterMs > LONGEST_WAIT_MS)
      complain('row 4 waits are bounded', String(effect.afterMs))
  }
}
