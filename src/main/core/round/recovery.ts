import { assertNever } from '../../../shared/assert-never.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { Context } from '../machine/context.ts'
import type { EventOf, OpenCall } from '../machine/event.ts'
import { type Draft, refused, type Step } from '../machine/step.ts'
import { addSubAgentResult } from './sub-agents.ts'
import { addTextResult } from './tool-round.ts'
import { failedBy, unfinishedAfter } from '../turn/turn-end.ts'

/**
 * After a restart every root conversation is idle and every sub-agent has ended (rule 7). Uses what the store found,
 * not the old state: open calls get their results, an open turn gets its end. Nothing resumes by itself, and a second
 * recovery finds nothing to do.
 */
export function recover(
  draft: Draft,
  context: Context,
  state: ConversationState,
  { openTurn, openCalls, rested }: EventOf<'recovered'>,
): Step {
  const isChild = context.role.type === 'child'
  const isSettled = isChild ? hasEnded(state) : state.type === 'idle' && rested === null
  if (openTurn === null && openCalls.length === 0 && isSettled) return refused('nothingToDo')
  for (const call of openCalls) closeCall(draft, call)
  if (openTurn !== null) {
    draft.record({ type: 'turnInterrupted', turnId: openTurn.id, reason: 'restart', by: null })
  }
  if (isChild) {
    return draft.moveTo(hasEnded(state) ? state : failedBy({ lastReplyId: null }, INTERRUPTED))
  }
  const unfinished = openTurn === null ? rested : unfinishedAfter(openTurn, 'restart')
  return draft.moveTo({ type: 'idle', unfinished })
}

const INTERRUPTED = {
  reason: 'interrupted',
  message: 'Interrupted: Phoenix was closed while it worked.',
} as const

function hasEnded(state: ConversationState): boolean {
  return state.type === 'completed' || state.type === 'failed'
}

function closeCall(draft: Draft, { callId, was }: OpenCall): void {
  switch (was.type) {
    case 'waiting': {
      const text = 'Not run: Phoenix was closed before this call.'
      addTextResult(draft, { callId, text, outcome: 'notRun' })
      return
    }
    case 'asked': {
      const text =
        'Not approved: Phoenix was closed while this waited for an answer. It was not run.'
      addTextResult(draft, { callId, text, outcome: 'notRun' })
      return
    }
    case 'questioned': {
      const text = 'Not answered: Phoenix was closed while this waited for an answer.'
      addTextResult(draft, { callId, text, outcome: 'notRun' })
      return
    }
    case 'started': {
      const text = 'Interrupted: Phoenix was closed while this ran. Its effect is unknown.'
      addTextResult(draft, { callId, text, outcome: 'unknown' })
      return
    }
    case 'delegated':
      addSubAgentResult(draft, callId, { children: was.children, outcome: 'unknown', since: null })
      return
    default:
      assertNever(was)
  }
}
