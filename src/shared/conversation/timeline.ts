import * as z from '../schema.ts'
import { ConversationId, TurnId } from '../ids.ts'

/** What a turn spent a part of its time on. `answering`: thinking and writing, which the log does not tell apart. */
export const SpanKind = z.enum([
  'waiting',
  'answering',
  'tools',
  'subAgents',
  'you',
  'retrying',
  'summarising',
  'stopping',
])
export type SpanKind = z.infer<typeof SpanKind>

/** A part of a turn's time, in ms since 1970. */
export const TurnSpan = z.object({ kind: SpanKind, from: z.number(), to: z.number() }).readonly()
export type TurnSpan = z.infer<typeof TurnSpan>

export const timelineCommands = {
  /**
   * Shows how a turn spent its time, by folding the log. Empty if the log has no such turn, or it has only just
   * started.
   */
  'turn.timeline': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, turnId: TurnId }).readonly(),
    output: z.object({ spans: z.array(TurnSpan).readonly() }).readonly(),
  },
} as const
