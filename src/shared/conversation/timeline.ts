import { z } from 'zod'
import { ConversationId, TurnId } from '../ids.ts'

/** What a turn did in a part of its time. `answering`: thinking and writing, which no log tells apart. */
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
  /** How a turn spent its time, by folding the log. Empty: the log knows no such turn, or it has only begun. */
  'turn.timeline': {
    needs: 'read',
    input: z.object({ conversationId: ConversationId, turnId: TurnId }).readonly(),
    output: z.object({ spans: z.array(TurnSpan).readonly() }).readonly(),
  },
} as const
