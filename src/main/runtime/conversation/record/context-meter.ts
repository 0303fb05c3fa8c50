import type { ContextUse } from '../../../../shared/messages/context-use.ts'
import type { Provider } from '../../../../shared/conversation/turn.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import type { Context } from '../../../core/machine/context.ts'
import { contextUse } from '../../../core/request/context-window.ts'

/** Measures how full the context is. Caches the result, because most steps add no message. */
export class ContextMeter {
  #last: { readonly of: readonly unknown[]; readonly use: ContextUse } | null = null

  /** `messages`: an array that only grows at its end, or a different array. */
  use(
    messages: readonly Message[],
    { instructions }: Pick<Context, 'instructions'>,
    provider: Provider,
  ): ContextUse {
    const of = [messages, messages.length, instructions, provider]
    const last = this.#last
    if (last !== null && of.every((each, at) => each === last.of[at])) return last.use
    const use = contextUse(messages, provider.limits.contextTokens, instructions, provider)
    this.#last = { of, use }
    return use
  }
}
