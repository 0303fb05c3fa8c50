import * as z from '../schema.ts'
import { ChangePreview } from '../conversation/change-preview.ts'
import { CallId, ConversationId } from '../ids.ts'
import { ApprovalAnswer } from '../conversation/turn.ts'
import { QuestionAnswer } from '../messages/user-question.ts'

/** Commands about tool calls that wait for a person. */
export const answerCommands = {
  /** Answers an approval. A late answer has no effect and succeeds. */
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
  /** Answers a question of the agent. An answer to a question that is gone has no effect and succeeds. */
  'question.answer': {
    needs: 'approve',
    input: z
      .object({
        conversationId: ConversationId,
        callId: CallId,
        /** Identifies a question of a running call. Default: the agent's own question. */
        number: z.number().int().positive().optional(),
        answer: QuestionAnswer,
      })
      .readonly(),
    output: z.object({}).readonly(),
  },
  /** Returns the changes that a call waiting for approval would make to the current files. */
  'approval.preview': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, callId: CallId }).readonly(),
    output: ChangePreview,
  },
} as const
