import { z } from 'zod'
import { Attachment, MAX_ATTACHMENTS } from './attachment.ts'
import { MessageId } from '../ids.ts'
import { MAX_MESSAGE_LENGTH } from './message.ts'

/** The most messages that wait in one conversation. */
export const MAX_WAITING = 100

/**
 * A message that waits until the agent can take it: `idle`, when the turn is complete; `nextStep`, behind the results of
 * the round that runs; `held`, when a person sends it or gives it another `when`. All that wait are held by a turn that
 * ends otherwise than by its completion. One that comes or is released while the conversation rests after such an end
 * stays as given: it goes with the next turn that a person starts. The id is the one that the message will be stored under.
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

/** What a message does to a running turn: as the settings say, end it, or join it behind the next results. */
export const MessageMode = z.enum(['policy', 'interrupt', 'join'])
export type MessageMode = z.infer<typeof MessageMode>
