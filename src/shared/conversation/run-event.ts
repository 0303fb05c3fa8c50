import * as z from '../schema.ts'
import { CallInput } from '../messages/content.ts'
import { CallId, ConversationId, MessageId, WorkId } from '../ids.ts'
import { CallOutcome, ErrorKind } from '../messages/message.ts'
import { Spend } from '../models/price.ts'
import { PermissionMode } from './turn.ts'

/** The outcome of `phoenix run`; each has its exit code. */
export const RunOutcome = z.enum(['done', 'failed', 'needsApproval', 'limit', 'interrupted'])
export type RunOutcome = z.infer<typeof RunOutcome>

const at = z.number().describe('When, in ms since 1970.')
const conversationId = ConversationId.describe(
  'The conversation in which it happened; each sub-agent has its own.',
)
const callId = CallId.describe('The id of the call; its result has the same id.')

/**
 * A line of `phoenix run --json`. Readers must ignore unknown fields and types: new ones may be added, existing ones
 * keep their meaning. docs/command-line.md is generated from it.
 */
export const RunEvent = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('started').describe('The first line: where the turn runs.'),
      at,
      conversationId: ConversationId.describe('The id for --resume, show and export.'),
      folder: z.string(),
      model: z.string(),
      permissions: PermissionMode,
      isResumed: z.boolean(),
      host: z
        .enum(['own', 'running'])
        .describe('own: this command does the work; running: the running Phoenix does.'),
    })
    .readonly(),
  z
    .object({
      type: z
        .literal('delta')
        .describe(
          'A piece of text as it arrives. Only the following reply counts, because a failed request is repeated.',
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
      isAnswer: z.boolean().describe('It makes no calls: its text is (part of) the answer.'),
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
      about: z.string().describe('Its command or path, in one line.'),
    })
    .readonly(),
  z
    .object({
      type: z
        .literal('callEnded')
        .describe('The saved result of a call, including calls that never ran.'),
      at,
      callId,
      outcome: CallOutcome,
      summary: z.string().nullable().describe('How it ended, in a few words.'),
      durationMs: z.number().nullable(),
      text: z.string().describe('What the model receives, without images.'),
    })
    .readonly(),
  z
    .object({
      type: z.literal('asked').describe('A call that needed a person, and the answer.'),
      at,
      conversationId,
      callId,
      what: z.enum(['approval', 'question']),
      answer: z.enum(['once', 'always', 'deny', 'answered', 'skipped']),
      by: z
        .enum(['person', 'nobody', 'inputEnded'])
        .describe(
          'nobody: it was refused because there was no terminal to ask on. inputEnded: because the input of the terminal had ended (Ctrl+D).',
        ),
    })
    .readonly(),
  z
    .object({
      type: z.literal('retrying').describe('A request failed and is repeated.'),
      at,
      kind: ErrorKind,
      message: z.string(),
      retryAt: z.number().describe('When, in ms since 1970.'),
    })
    .readonly(),
  z
    .object({
      type: z.literal('notice').describe('A message from Phoenix about the turn.'),
      at,
      text: z.string(),
    })
    .readonly(),
  z
    .object({
      type: z.literal('ended').describe('The last line, however the turn ended.'),
      at,
      outcome: RunOutcome,
      exitCode: z.number().int(),
      message: z
        .string()
        .nullable()
        .describe('Why the outcome is not done, as a sentence for people.'),
      spend: Spend.describe('What the replies of this turn used, without sub-agents.'),
    })
    .readonly(),
])
export type RunEvent = z.infer<typeof RunEvent>
