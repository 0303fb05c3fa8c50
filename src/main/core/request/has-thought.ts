import type { Message } from '../../../shared/messages/message.ts'
import type { NamedModel } from '../../../shared/models/model-name.ts'

/**
 * Returns whether a model thinks without being asked: its first reply here contained thoughts, or placeholders for
 * them. Later replies do not matter, so the decision changes at most once, while little is cached. Null if the messages
 * contain no reply of this model.
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
