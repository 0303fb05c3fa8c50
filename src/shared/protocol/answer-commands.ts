import { z } from 'zod'
import { ChangePreview } from '../conversation/change-preview.ts'
import { CallId, ConversationId } from '../ids.ts'
import { ApprovalAnswer } from '../conversation/turn.ts'
import { QuestionAnswer } from '../messages/user-question.ts'

/** What a client says and asks about calls that wait for a person. */
export const answerCommands = {
  /** A person's word on calls that wait for it. An answer that comes too late is answered as done. */
  'approval.answer': {
    needs: 'approve',
    input: z
      .object({
        conversationId: ConversationId,
        callIds: z.array(CallId).min(1).max(64).readonly(),
        answer: ApprovalAnswer,
      })
      .refine(({ answer, callIds }) => answer.type !== 'edited' || callIds.length === 1)
      .readonly(),
    output: z.object({}).readonly(),
  },
  /** A person's answer to a question of the agent. One to a question that is gone is answered as done. */
  'question.answer': {
    needs: 'approve',
    input: z
      .object({
        conversationId: ConversationId,
        callId: CallId,
        /** Which question of a running call. Absent: the agent's. */
        number: z.number().int().positive().optional(),
        answer: QuestionAnswer,
      })
      .readonly(),
    output: z.object({}).readonly(),
  },
  /** What a call that waits for a person's word would change, as the files are now. */
  'approval.preview': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, callId: CallId }).readonly(),
    output: ChangePreview,
  },
} as const
