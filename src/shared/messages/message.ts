import { z } from 'zod'
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

/** Why a reply ended, in our words. `unknown` is a reason that this version has never heard of. */
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

/** What a conversation can fail with. */
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
 * it never ran. `denied`: a person did not allow it. `unknown`: it was started and nobody knows what it did.
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
  /** It handed in a result, and that the task is not done. */
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

/** Of a message in its conversation: its `seq`. */
export const Place = z.number().int().positive()

/** What the model cost when it was asked (docs/decisions/018). Null: unknown, or from before there were prices. */
const PriceThen = Price.nullable().default(null)

/** What a message tells the model of a file of instructions. `file`: null where it is gone. */
export const InstructionsNote = z
  .object({
    /** As in `Instructions`. */
    path: z.string(),
    file: z.object({ blob: BlobHash, isCut: z.boolean(), text: z.string() }).readonly().nullable(),
  })
  .readonly()
export type InstructionsNote = z.infer<typeof InstructionsNote>

/** A person's words and images, or words that Phoenix adds in their place (`Continue.`). */
export const UserContent = z
  .object({
    type: z.literal('user'),
    text: z.string(),
    attachments: z.array(Attachment).readonly(),
    author: z.enum(['person', 'phoenix']),
    /** What was new in files of instructions, ahead of the words (docs/decisions/038). Absent: nothing. */
    instructions: z.array(InstructionsNote).readonly().optional(),
    /** Of hooks that said it, in Phoenix's place. Absent: of none. */
    hooks: z.array(HookRun).readonly().optional(),
  })
  .readonly()
export const AgentContent = z
  .object({
    type: z.literal('agent'),
    turnId: TurnId,
    /** Where the model was asked. Rows from before there was more than one endpoint do not say. */
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
    /** How it ended, in a few words for people: `exit 1`. Null where no tool said. */
    summary: z.string().nullable(),
    /** What it changed in files: what an undo of it reverts. Rows from before there was an undo have none. */
    files: z.array(FileChange).readonly().default([]),
    /** What a person's hooks did before and after it: for the screen. Absent: none ran. */
    hooks: z.array(HookRun).readonly().optional(),
  })
  .readonly()
/** An undo by a person. It is kept like an edit, so it can itself be undone. */
export const UndoContent = z
  .object({
    type: z.literal('undo'),
    of: z.enum(['edits', 'undo']),
    /** The results whose edits were undone, or the one undo that was. */
    messageIds: z.array(MessageId).readonly(),
    files: z.array(FileChange).readonly(),
    /** `afterReply`: a request was out that knew nothing of it. What stands in it comes first, with its reply. */
    heard: z.enum(['next', 'afterReply']),
  })
  .readonly()
export type UndoContent = z.infer<typeof UndoContent>
/** What a sub-agent handed in: for the screen. The model reads it in the result of the call that started it. */
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
 * Stands, in requests, for all that was said before it, also in the conversation that this is a fork of. `throughSeq`: for
 * all that was said up to this place only; what follows it is sent as it is. Absent: for all.
 */
export const SummaryContent = z
  .object({
    type: z.literal('summary'),
    text: z.string(),
    /** Null: no model made it, it is an excerpt. */
    model: z.string().nullable(),
    usage: Usage,
    price: PriceThen,
    throughSeq: Place.optional(),
  })
  .readonly()
/** From here on requests hold no image of what was said before; the originals stay, and are shown. */
export const AttachmentsDroppedContent = z
  .object({ type: z.literal('attachmentsDropped') })
  .readonly()
/** A person took back what was said from that place up to here: later requests hold nothing of it. It stays, and is shown. */
export const RewoundContent = z.object({ type: z.literal('rewound'), fromSeq: Place }).readonly()
/** A request was refused and changed. It holds for later requests to this model, by its full name: they are built from what is on record. */
export const RepairContent = z
  .object({ type: z.literal('repair'), text: z.string(), model: z.string(), repair: Repair })
  .readonly()
export const SystemContent = z
  .object({
    type: z.literal('system'),
    text: z.string(),
    /** Of hooks that ran and told the model nothing. Absent: of none. */
    hooks: z.array(HookRun).readonly().optional(),
  })
  .readonly()
export const ErrorContent = z
  .object({ type: z.literal('error'), kind: ErrorKind, text: z.string() })
  .readonly()
/**
 * Only user, agent, tool, undo and summary messages go to the model; dropped attachments and rewinds say what of them does
 * not. A stored message never changes (T79).
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

/** The last place that this message takes. */
export function lastSeqOf({ content, seq }: Message): number {
  return content.type === 'unreadable' ? seq + Math.max(0, content.missing - 1) : seq
}

/**
 * Where it stands among those that requests are built from: at its `seq`, or half a place behind the last that it sums up.
 */
export function placeOf({ content, seq }: Message): number {
  return content.type === 'summary' && content.throughSeq !== undefined
    ? content.throughSeq + 0.5
    : seq
}

/** What models were asked for and have given: with what each took, and at which price. */
export function answersIn(
  messages: readonly Message[],
): readonly Extract<MessageContent, { type: 'agent' | 'summary' }>[] {
  return messages.flatMap(({ content }) =>
    content.type === 'agent' || content.type === 'summary' ? [content] : [],
  )
}

/** Words that nobody has answered are worth a summary from this length on, in UTF-16 code units. */
const WORTH_SUMMARISING = 4_000

/**
 * Whether enough was said since the last summary for the next: an answer, or words so long that the conversation may not
 * go on for them. Else there is nothing to summarise.
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

/** A message before the store has given it its place. */
export type NewMessage = Omit<Message, 'seq'>

/** The longest text that one message may have, in UTF-16 code units. */
export const MAX_MESSAGE_LENGTH = 512 * 1024

/** A message that is not sent yet. `caret`: where the person writes on, in UTF-16 code units. */
export const MessageDraft = z
  .object({
    text: z.string(),
    attachments: z.array(Attachment).readonly(),
    caret: z.number().int().nonnegative(),
  })
  .readonly()
export type MessageDraft = z.infer<typeof MessageDraft>

export const NO_DRAFT: MessageDraft = { text: '', attachments: [], caret: 0 }
