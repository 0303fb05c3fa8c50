import type { ContextUse } from '../../../../shared/messages/context-use.ts'
import type { Provider } from '../../../../shared/conversation/turn.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import type { Context } from '../../../core/machine/context.ts'
import { contextUse } from '../../../core/request/context-window.ts'

/** How full the context is. Most steps add no message, so they do not go over the whole history again. */
export class ContextMeter {
  #last: { readonly of: readonly unknown[]; readonly use: ContextUse } | null = null

  /** `messages`: only ever grows by messages at its end, or is another array. */
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
