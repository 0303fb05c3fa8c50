import type { ConversationState } from '../../../../shared/conversation/conversation-state.ts'
import type { MessageId } from '../../../../shared/ids.ts'
import type { MessageContent } from '../../../../shared/messages/message.ts'
import type { EndedChild } from '../../../core/machine/event.ts'

/**
 * Returns what a sub-agent in this state reports to its parent. One that has not ended was interrupted and reports
 * nothing.
 */
export function submittedResult(
  state: ConversationState | null,
  contentOf: (id: MessageId) => MessageContent | null,
): Pick<EndedChild, 'outcome' | 'text'> {
  if (state?.type === 'completed') return { outcome: 'completed', text: state.result }
  if (state?.type !== 'failed') return { outcome: 'interrupted', text: '' }
  const last = state.lastReplyId === null ? '' : textOf(contentOf(state.lastReplyId))
  const texts = [state.message, last].filter((text) => text.trim() !== '')
  return { outcome: state.reason, text: texts.join('\n\n') }
}

function textOf(content: MessageContent | null): string {
  if (content?.type !== 'agent') return ''
  return content.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}
