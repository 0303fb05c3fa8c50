import type { ConversationState } from '../../src/shared/conversation-state.ts'
import type { EventOf } from '../../src/main/core/event.ts'
import { recover as recoverWell } from '../../src/main/core/recovery.ts'
import type { Draft, Step } from '../../src/main/core/step.ts'

/** PLANTED BUG: a call that was running when the app died runs again. */
export function recover(draft: Draft, event: EventOf<'recovered'>, state: ConversationState): Step {
  if (state.type !== 'toolExecuting') return recoverWell(draft, event, state)
  const { call, workId } = state.current
  draft.start({ type: 'runTool', workId, call })
  draft.startTimer(state.current.timerId, 60_000)
  return draft.moveTo(state)
}
