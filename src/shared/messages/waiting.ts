import * as z from '../schema.ts'
import { Attachment, MAX_ATTACHMENTS } from './attachment.ts'
import { MessageId } from '../ids.ts'
import { MAX_MESSAGE_LENGTH } from './message.ts'

/** Maximum number of waiting messages in one conversation. */
export const MAX_WAITING = 100

/**
 * A message that waits until the agent can take it: `idle`, when the turn is complete; `nextStep`, after the results of
 * the running round; `held`, when a person sends it or gives it another `when`. A turn that ends in any way other than
 * completion holds all waiting messages. A message added or released while the conversation rests after such an end
 * stays as given: it goes with the next turn that a person starts. It will be stored under the same id.
 */
export const WaitingMessage = z
  .object({
    id: MessageId,
    text: z.string().max(MAX_MESSAGE_LENGTH),
    attachments: z.array(Attachment).max(MAX_ATTACHMENTS).readonly(),
    when: z.enum(['idle', 'nextStep', 'held']),
  })
  .readonly()
export type WaitingMessage = z.infer<typeof WaitingMessage>

/** What a message does to a running turn: follow the settings, end the turn, or join it after the next results. */
export const MessageMode = z.enum(['policy', 'interrupt', 'join'])
export type MessageMode = z.infer<typeof MessageMode>
