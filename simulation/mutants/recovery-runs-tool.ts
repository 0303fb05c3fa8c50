import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { EventOf } from '../../src/main/core/machine/event.ts'
import { recover as recoverWell } from '../../src/main/core/round/recovery.ts'
import type { Draft, Step } from '../../src/main/core/machine/step.ts'

/** PLANTED BUG: a call that was running when the app died runs again. */
export function recover(
  draft: Draft,
  context: Context,
  state: ConversationState,
  event: EventOf<'recovered'>,
): Step {
  if (state.type !== 'toolExecuting') return recoverWell(draft, context, state, event)
  const { call, workId } = state.current
  draft.start({ type: 'runTool', workId, call, sandboxPolicy: null })
  draft.startTimer(state.current.timerId, 60_000)
  return draft.moveTo(state)
}
