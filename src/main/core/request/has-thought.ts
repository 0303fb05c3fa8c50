import type { Message } from '../../../shared/messages/message.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'

/**
 * Whether a model has shown that it thinks by itself: its first reply here came with its thoughts, or with what stands for
 * them. Later ones have no say, so that what is decided by it changes once at most, while little stands in the cache. Null: no reply of
 * this model is among them.
 */
export function hasThought(
  messages: readonly Message[],
  { endpoint, model }: NamedModel,
): boolean | null {
  for (const { content } of messages) {
    if (content.type !== 'agent' || content.endpoint !== endpoint || content.model !== model)
      continue
    return content.blocks.some(({ type }) => THOUGHTS.has(type))
  }
  return null
}

const THOUGHTS: ReadonlySet<string> = new Set(['thinking', 'redactedThinking', 'providerItem'])
