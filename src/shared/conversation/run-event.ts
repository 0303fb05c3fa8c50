import { z } from 'zod'
import { CallInput } from '../messages/content.ts'
import { CallId, ConversationId, MessageId, WorkId } from '../ids.ts'
import { CallOutcome, ErrorKind } from '../messages/message.ts'
import { Spend } from '../models/price.ts'
import { PermissionMode } from './turn.ts'

/** How `phoenix run` ended; each has its exit code. */
export const RunOutcome = z.enum(['done', 'failed', 'needsApproval', 'limit', 'interrupted'])
export type RunOutcome = z.infer<typeof RunOutcome>

const at = z.number().describe('When, in ms since 1970.')
const conversationId = ConversationId.describe(
  'The conversation that it happened in: a sub-agent has one of its own.',
)
const callId = CallId.describe('Of the call; its result has the same.')

/**
 * A line of `phoenix run --json`. Readers ignore fields and types that they do not know: new ones may come, and none changes its
 * meaning. docs/command-line.md is made of it.
 */
export const RunEvent = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('started').describe('The first line: where it happens.'),
      at,
      conversationId: ConversationId.describe('What --resume, show and export take.'),
      folder: z.string(),
      model: z.string(),
      permissions: PermissionMode,
      isResumed: z.boolean(),
      host: z
        .enum(['own', 'running'])
        .describe('Whether this command does the work, or the Phoenix that runs.'),
    })
    .readonly(),
  z
    .object({
      type: z
        .literal('delta')
        .describe(
          'A piece of text as it comes. What counts is the reply that follows: a request that fails is made again.',
        ),
      at,
      requestId: WorkId,
      text: z.string(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('reply').describe('A reply of the model, saved.'),
      at,
      messageId: MessageId,
      model: z.string(),
      text: z.string(),
      isAnswer: z.boolean().describe('It calls nothing: its text is (a part of) the answer.'),
      calls: z
        .array(z.object({ callId, name: z.string(), input: CallInput }).readonly())
        .readonly(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('callStarted').describe('A tool begins to run.'),
      at,
      callId,
      name: z.string(),
      about: z.string().describe('In one line: its command or path.'),
    })
    .readonly(),
  z
    .object({
      type: z
        .literal('callEnded')
        .describe('The result of a call, saved. Also of one that never ran.'),
      at,
      callId,
      outcome: CallOutcome,
      summary: z.string().nullable().describe('How it ended, in a few words.'),
      durationMs: z.number().nullable(),
      text: z.string().describe('What the model gets of it, without images.'),
    })
    .readonly(),
  z
    .object({
      type: z.literal('asked').describe('A call that wanted a person, and what it got.'),
      at,
      conversationId,
      callId,
      what: z.enum(['approval', 'question']),
      answer: z.enum(['once', 'always', 'deny', 'answered', 'skipped']),
      by: z
        .enum(['person', 'nobody'])
        .describe('nobody: it was refused, for there was no terminal to ask on.'),
    })
    .readonly(),
  z
    .object({
      type: z.literal('retrying').describe('A request failed and is made again.'),
      at,
      kind: ErrorKind,
      message: z.string(),
      retryAt: z.number().describe('When, in ms since 1970.'),
    })
    .readonly(),
  z
    .object({
      type: z.literal('notice').describe('What Phoenix has to say about the turn.'),
      at,
      text: z.string(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('ended').describe('The last line, in whatever way it ended.'),
      at,
      outcome: RunOutcome,
      exitCode: z.number().int(),
      message: z.string().nullable().describe('Why it is not done, for people.'),
      spend: Spend.describe('What the replies of this turn took; sub-agents are not in it.'),
    })
    .readonly(),
])
export type RunEvent = z.infer<typeof RunEvent>
