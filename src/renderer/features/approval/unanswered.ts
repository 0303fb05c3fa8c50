import type { ConversationView } from '../../../client/conversation/conversation-view.ts'
import type { Composing } from '../../state/composer/composing.ts'

/**
 * True if the result shows it: a call closed by a restart, a sub-agent that ended without a result. What a person
 * stopped is not news to them.
 */
export function wentUnanswered(
  { messages }: Pick<ConversationView, 'messages'>,
  calls: readonly string[],
  asker?: string,
): boolean {
  return messages.some(({ content }) => {
    if (content.type === 'subAgent')
      return (
        content.agentId === asker &&
        content.outcome !== 'completed' &&
        content.outcome !== 'cancelled'
      )
    return content.type === 'tool' && calls.includes(content.callId) && content.outcome === 'notRun'
  })
}

/** What was typed for a question that went unanswered is in the message field from then on: it can still be said. */
export function giveBack(
  { dispatch }: Pick<Composing, 'dispatch'>,
  { summary }: Pick<ConversationView, 'summary'>,
  texts: readonly string[],
): void {
  if (texts.length === 0) return
  dispatch(summary.id, { type: 'rewound', text: texts.join('\n\n'), attachments: [] })
}
