import { assertNever } from '../../../shared/assert-never.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { RestingState } from '../../../shared/conversation/conversation-state.ts'
import type { EventOf } from '../machine/event.ts'
import type { Draft, Moved } from '../machine/step.ts'
import { owesAnswer } from '../request/forked-messages.ts'

/** Starts a fork with a summary or excerpt of the other conversation, or with copies of its messages up to some place. */
export function beginFork(draft: Draft, next: RestingState, { from }: EventOf<'forked'>): Moved {
  switch (from.type) {
    case 'summary': {
      const { text, model } = from
      draft.addMessage({ type: 'summary', text, model, usage: NO_USAGE, price: null })
      return draft.moveTo(next)
    }
    case 'messages': {
      for (const message of from.messages) draft.copy(message)
      if (!owesAnswer(from.messages)) return draft.moveTo(next)
      const unfinished = { turnId: draft.newTurnId(), cause: 'forked' } as const
      return draft.moveTo({ type: 'idle', unfinished })
    }
    default:
      return assertNever(from)
  }
}
