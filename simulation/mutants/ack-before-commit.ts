import { isResting } from '../../src/shared/conversation/conversation-state.ts'
import type { Input } from '../../src/main/core/machine/event.ts'
import { ConversationRuntime as Runtime } from '../../src/main/runtime/conversation/conversation-runtime.ts'
import type { Answer } from '../../src/main/runtime/conversation/mailbox-item.ts'

/** PLANTED BUG: a message is acknowledged before it is on disk. */
export class ConversationRuntime extends Runtime {
  override dispatch(input: Input, answer: (answer: Answer) => void): void {
    if (input.type !== 'userMessage' || !isResting(this.current))
      return super.dispatch(input, answer)
    answer({ type: 'accepted' })
    super.dispatch(input, () => {})
  }
}
