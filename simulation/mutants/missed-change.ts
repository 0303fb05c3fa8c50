import type { ContextChange } from '../../src/main/core/machine/context.ts'
import { ConversationRuntime as Runtime } from '../../src/main/runtime/conversation/conversation-runtime.ts'

/** PLANTED BUG: a change of settings that could not be saved is forgotten. */
export class ConversationRuntime extends Runtime {
  override changeSettings(wanted: ContextChange): void {
    super.changeSettings(wanted)
    queueMicrotask(() => Reflect.set(this, 'missedChange', null))
  }
}
