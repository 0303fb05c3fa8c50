import { assertNever } from '../src/shared/assert-never.ts'
import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import type { Input } from '../src/main/core/machine/event.ts'

/** resting: nothing runs. asking: continues when the user answers. busy: must reach one of these by itself. */
export type RunStatus = 'resting' | 'asking' | 'busy'

/** Deliberately repeated here, separate from the core: a mistake in the core's own version would hide its consequences. */
export function runStatusOf(state: ConversationState): RunStatus {
  switch (state.type) {
    case 'idle':
    case 'contextExhausted':
    case 'error':
    case 'completed':
    case 'failed':
      return 'resting'
    case 'awaitingApproval':
    case 'awaitingAnswer':
      return 'asking'
    case 'awaitingSubAgents': {
      const open = state.children.filter(({ phase }) => phase.type !== 'ended')
      return open.every(({ phase }) => phase.type === 'asking') ? 'asking' : 'busy'
    }
    case 'awaitingLlm':
    case 'llmRequesting':
    case 'toolExecuting':
    case 'cancelling':
      return 'busy'
    default:
      return assertNever(state)
  }
}

/** True if an event comes from work or a timer; false if it needs a person or the host. */
export function comesByItself(type: Input['type']): boolean {
  switch (type) {
    case 'timerFired':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'childChanged':
      return true
    case 'userMessage':
    case 'cancelRequested':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'turnExtended':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
    case 'settingsChanged':
    case 'editsUndone':
    case 'hooksAnswered':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
    case 'workLost':
    case 'storeFailed':
      return false
    default:
      return assertNever(type)
  }
}
