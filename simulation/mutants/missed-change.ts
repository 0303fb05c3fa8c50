import type { Input } from '../../src/main/core/machine/event.ts'
import { ConversationRuntime as Runtime } from '../../src/main/runtime/conversation/conversation-runtime.ts'
import type { Answer } from '../../src/main/runtime/conversation/mailbox-item.ts'

/** PLANTED BUG: a change of settings that could not be saved is forgotten. */
export class ConversationRuntime extends Runtime {
  override dispatch(input: Input, answer: (answer: Answer) => void): void {
    super.dispatch(input, input.type === 'settingsChanged' ? () => {} : answer)
  }
}
