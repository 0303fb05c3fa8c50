import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'
import { awaitedBy } from '../../src/main/core/turn/awaited.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Step } from '../../src/main/core/machine/step.ts'
import { transition as decide } from '../../src/main/core/transition.ts'

/** PLANTED BUG: every report of a request or a tool counts as that of the awaited one. */
export function transition(
  state: ConversationState,
  context: Context,
  event: ConversationEvent,
): Step {
  const [awaited] = awaitedBy(state).works
  if (awaited === undefined) return decide(state, context, event)
  if (event.type === 'llmResponded' || event.type === 'llmFailed')
    return decide(state, context, { ...event, requestId: awaited })
  return event.type === 'toolFinished'
    ? decide(state, context, { ...event, workId: awaited })
    : decide(state, context, event)
}
