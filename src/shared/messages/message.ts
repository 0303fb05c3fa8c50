import * as z from '../schema.ts'
import { Attachment } from './attachment.ts'
import { AgentId, BlobHash, CallId, MessageId, TurnId } from '../ids.ts'
import { Usage } from '../models/usage.ts'
import { Block, ToolContent } from './content.ts'
import { FileChange } from './file-change.ts'
import { HookRun } from '../conversation/hook-run.ts'
import { ANTHROPIC_ENDPOINT } from '../models/model-name.ts'
import { Price } from '../models/price.ts'
import { Repair } from './repair.ts'
import { UnreadableContent } from './unreadable.ts'

/** Why a reply ended, in Phoenix's terms. `unknown`: a reason that this version does not know. */
export const ReplyEnd = z.enum([
  'endTurn',
  'stopSequence',
  'toolUse',
  'maxTokens',
  'pauseTurn',
  'contextFull',
  'refusal',
  'unknown',
])
export type ReplyEnd = z.infer<typeof ReplyEnd>

/** The kinds of errors that a conversation can fail with. */
export const ErrorKind = z.enum([
  'auth',
  'billing',
  'rateLimit',
  'overloaded',
  'network',
  'timeout',
  'server',
  'invalidRequest',
  'refused',
  'storage',
  'internal',
])
export type ErrorKind = z.infer<typeof ErrorKind>

/**
 * How a call ended. `ok`, `failed`, `timedOut`: it ran. `cancelled`: it was stopped while it ran. `skipped`, `notRun`:
 * it never ran. `denied`: a person did not allow it. `unknown`: it was started, but its effects are unknown.
 */
export const CallOutcome = z.enum([
  'ok',
  'failed',
  'timedOut',
  'cancelled',
  'skipped',
  'notRun',
  'denied',
  'unknown',
])
export type CallOutcome = z.infer<typeof CallOutcome>

/** How a sub-agent ended: with a result, or why without one. */
export const SubAgentOutcome = z.enum([
  'completed',
  /** It submitted a result that says the task is not done. */
  'unsuccessful',
  'cancelled',
  'timeout',
  'turnLimit',
  'cutReply',
  'contextExhausted',
  'interrupted',
  ...ErrorKind.exclude(['timeout']).options,
])
export type SubAgentOutcome = z.infer<typeof SubAgentOutcome>

/** What a person asks of a summary, in their words. */
export const SummaryFocus = z.string().trim().min(1).max(2_000)
export type SummaryFocus = z.infer<typeof SummaryFocus>

/** The `seq` of a message in its conversation. */
export const Place = z.number().int().positive()

/**
 * The model's price at the time of the request (docs/decisions/018). Null if unknown or recorded before there were
 * prices.
 */
const PriceThen = Price.nullable().default(null)

/** A change of an instruction file, as reported to the model. `file`: null if it no longer exists. */
export const InstructionsNote = z
  .object({
    /** As in `Instructions`. */
    path: z.string(),
    file: z.object({ blob: BlobHash, isCut: z.boolean(), text: z.string() }).readonly().nullable(),
  })
  .readonly()
export type InstructionsNote = z.infer<typeof InstructionsNote>

/** A person's text and images, or text that Phoenix adds in their place (`Continue.`). */
export const UserContent = z
  .object({
    type: z.literal('user'),
    text: z.string(),
    attachments: z.array(Attachment).readonly(),
    author: z.enum(['person', 'phoenix']),
    /** Changes of instruction files, placed before the text (docs/decisions/038). Absent if there are none. */
    instructions: z.array(InstructionsNote).readonly().optional(),
    /** The hooks whose output this text is, if `author` is phoenix. Absent if there are none. */
    hooks: z.array(HookRun).readonly().optional(),
  })
  .readonly()
export const AgentContent = z
  .object({
    type: z.literal('agent'),
    turnId: TurnId,
    /** The endpoint that was asked. Rows from before there was more than one do not record it. */
    endpoint: z.string().default(ANTHROPIC_ENDPOINT),
    model: z.string(),
    blocks: z.array(Block).readonly(),
    end: ReplyEnd,
    usage: Usage,
    price: PriceThen,
  })
  .readonly()
export const ToolResultContent = z
  .object({
    type: z.literal('tool'),
    callId: CallId,
    outcome: CallOutcome,
    content: z.array(ToolContent).readonly(),
    durationMs: z.number().nonnegative().nullable(),
    /** How it ended, in a few words for people: `exit 1`. Null if the tool did not say. */
    summary: z.string().nullable(),
    /** Its changes to files, which an undo reverts. Rows from before there was an undo have none. */
    files: z.array(FileChange).readonly().default([]),
    /** The runs of a person's hooks before and after the call, for the screen. Absent if there are none. */
    hooks: z.array(HookRun).readonly().optional(),
  })
  .readonly()
/** An undo by a person. It is recorded like an edit, so it can itself be undone. */
export const UndoContent = z
  .object({
    type: z.literal('undo'),
    of: z.enum(['edits', 'undo']),
    /** The results whose edits were undone, or the one undo that was. */
    messageIds: z.array(MessageId).readonly(),
    files: z.array(FileChange).readonly(),
    /** `afterReply`: a running request did not know of the undo, so its reply comes first in later requests. */
    heard: z.enum(['next', 'afterReply']),
  })
  .readonly()
export type UndoContent = z.infer<typeof UndoContent>
/** A sub-agent's result, for the screen. The model reads it in the result of the call that started it. */
export const SubAgentContent = z
  .object({
    type: z.literal('subAgent'),
    callId: CallId,
    agentId: AgentId,
    task: z.string(),
    outcome: SubAgentOutcome,
    text: z.string(),
  })
  .readonly()
/**
 * Replaces everything before it in requests, even in the conversation that this one was forked from. `throughSeq`:
 * replaces only what was said up to this place; what follows it is sent unchanged. Absent: replaces everything. `focus`: what
 * a person asked of it.
 */
export const SummaryContent = z
  .object({
    type: z.literal('summary'),
    text: z.string(),
    /** Null if no model wrote it: it is an excerpt. */
    model: z.string().nullable(),
    usage: Usage,
    price: PriceThen,
    throughSeq: Place.optional(),
    focus: SummaryFocus.optional(),
  })
  .readonly()
/** From here on, requests contain no earlier images; the originals are kept and shown. */
export const AttachmentsDroppedContent = z
  .object({ type: z.literal('attachmentsDropped') })
  .readonly()
/**
 * A person rewound the messages from that place up to here: later requests do not contain them. They are kept and
 * shown.
 */
export const RewoundContent = z.object({ type: z.literal('rewound'), fromSeq: Place }).readonly()
/**
 * A change to requests after one was refused. It applies to later requests to this model, by its full name: they are
 * built from what is recorded.
 */
export const RepairContent = z
  .object({ type: z.literal('repair'), text: z.string(), model: z.string(), repair: Repair })
  .readonly()
export const SystemContent = z
  .object({
    type: z.literal('system'),
    text: z.string(),
    /** Runs of hooks that told the model nothing. Absent if there are none. */
    hooks: z.array(HookRun).readonly().optional(),
  })
  .readonly()
export const ErrorContent = z
  .object({ type: z.literal('error'), kind: ErrorKind, text: z.string() })
  .readonly()
/**
 * Only user, agent, tool, undo and summary messages are sent to the model; dropped attachments and rewinds say what of
 * them is not. A stored message never changes (T79).
 */
export const MessageContent = z.discriminatedUnion('type', [
  UserContent,
  AgentContent,
  ToolResultContent,
  UndoContent,
  SubAgentContent,
  SummaryContent,
  RepairContent,
  AttachmentsDroppedContent,
  RewoundContent,
  SystemContent,
  ErrorContent,
  UnreadableContent,
])
export type MessageContent = z.infer<typeof MessageContent>

/** `seq` counts the messages of one conversation from 1; one `unreadable` may stand for several. `at` is ms since 1970. */
export const Message = z
  .object({
    id: MessageId,
    seq: z.number().int().positive(),
    at: z.number(),
    content: MessageContent,
  })
  .readonly()
export type Message = z.infer<typeof Message>

/** Returns the last place that this message takes. */
export function lastSeqOf({ content, seq }: Message): number {
  return content.type === 'unreadable' ? seq + Math.max(0, content.missing - 1) : seq
}

/** Returns the position of a message in requests: its `seq`, or for a summary half a place after the last one it covers. */
export function placeOf({ content, seq }: Message): number {
  return content.type === 'summary' && content.throughSeq !== undefined
    ? content.throughSeq + 0.5
    : seq
}

/** Returns the models' answers, with their usage and price. */
export function answersIn(
  messages: readonly Message[],
): readonly Extract<MessageContent, { type: 'agent' | 'summary' }>[] {
  return messages.flatMap(({ content }) =>
    content.type === 'agent' || content.type === 'summary' ? [content] : [],
  )
}

/** Unanswered text is worth a summary from this length on, in UTF-16 code units. */
const WORTH_SUMMARISING = 4_000

/**
 * True if there is something to summarise since the last summary: an answer, or so much unanswered text that the
 * conversation might not continue because of it.
 */
export function hasNews(messages: readonly Message[]): boolean {
  const last = messages.findLastIndex(({ content }) => content.type === 'summary')
  let unanswered = 0
  for (const { content } of messages.slice(last + 1)) {
    if (content.type === 'agent' || content.type === 'tool') return true
    if (content.type === 'user') unanswered += content.text.length
  }
  return unanswered >= WORTH_SUMMARISING
}

/** A message before the store has assigned its place. */
export type NewMessage = Omit<Message, 'seq'>

/** Maximum length of a message's text, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 512 * 1024

/** An unsent message. `caret`: the position of the text cursor, in UTF-16 code units. */
export const MessageDraft = z
  .object({
    text: z.string(),
    attachments: z.array(Attachment).readonly(),
    caret: z.number().int().nonnegative(),
  })
  .readonly()
export type MessageDraft = z.infer<typeof MessageDraft>

export const NO_DRAFT: MessageDraft = { text: '', attachments: [], caret: 0 }
