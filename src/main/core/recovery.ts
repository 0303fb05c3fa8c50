import type { ConversationState } from '../../shared/conversation-state.ts'
import type { EventOf } from './event.ts'
import { type Draft, refused, type Step } from './step.ts'
import { sayResult } from './tool-round.ts'

/**
 * After a restart every root conversation is idle (rule 7). Uses what the store found, not the old state: open calls get
 * their results, an open turn its end. Nothing runs by itself, and a second recovery finds nothing to do.
 */
export function recover(draft: Draft, event: EventOf<'recovered'>, state: ConversationState): Step {
  const { openTurn, openCalls, rested } = event
  const isDone = openTurn === null && openCalls.length === 0 && rested === null
  if (isDone && state.type === 'idle') return refused('nothingToDo')
  for (const { callId, started } of openCalls) {
    sayResult(draft, {
      callId,
      text: started
        ? 'Interrupted: Phoenix was ended while this ran. Its effect is unknown.'
        : 'Not run: Phoenix was ended before this call.',
      outcome: started ? 'unknown' : 'notRun',
    })
  }
  if (openTurn === null) return draft.moveTo({ type: 'idle', unfinished: rested })
  draft.record({ type: 'turnInterrupted', turnId: openTurn, reason: 'restart' })
  return draft.moveTo({ type: 'idle', unfinished: { turnId: openTurn, cause: 'restart' } })
}
