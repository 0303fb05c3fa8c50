import type { ConversationView } from '../../../client/conversation/conversation-view.ts'
import type { Screen } from '../screen.svelte.ts'

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

/**
 * What was typed for a question that is over, and did not go with this window's answer, is in the message field from then on:
 * it can still be said. `isOpen` judges the rest of a key.
 */
export function giveBack(
  { app, typed }: Pick<Screen, 'app' | 'typed'>,
  { summary }: Pick<ConversationView, 'summary'>,
  beginning: string,
  isOpen: (rest: string) => boolean,
): void {
  if (!typed.has(beginning)) return
  const texts = typed
    .drop(beginning, isOpen)
    .flatMap(([rest, text]) => (rest.endsWith(TICKED) || text.trim() === '' ? [] : [text]))
  if (texts.length === 0) return
  app.composing.dispatch(summary.id, { type: 'rewound', text: texts.join('\n\n'), attachments: [] })
}

/** The end of keys of ticked choices, which are no text. */
const TICKED = ' options'
