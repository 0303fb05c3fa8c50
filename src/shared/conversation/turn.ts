import * as z from '../schema.ts'
import { Usage } from '../models/usage.ts'
import { CallInput } from '../messages/content.ts'
import { DocumentLimits } from '../messages/document-limits.ts'
import { Effort } from '../models/effort.ts'
import { BlobHash, CallId, MessageId, TimerId, TurnId } from '../ids.ts'
import { Price } from '../models/price.ts'
import { Place, SummaryFocus } from '../messages/message.ts'
import { RepairType } from '../messages/repair.ts'
import { DEFAULT_TIMEOUTS, Timeouts } from '../models/timeouts.ts'

/** The model that answers, with its limits, deadlines and price. Address and key stay with the adapter. */
export const Provider = z
  .object({
    /** An endpoint from Settings: `anthropic`, `demo`, or one that a person added. */
    endpoint: z.string().min(1).max(100),
    model: z.string().min(1),
    limits: z
      .object({ contextTokens: z.number().positive(), outputTokens: z.number().positive() })
      .readonly(),
    /** The endpoint's timeouts. Absent in old rows. */
    timeouts: Timeouts.default(DEFAULT_TIMEOUTS),
    /** Null if unknown or recorded before there were prices. */
    price: Price.nullable().default(null),
    /** The PDF documents that it accepts. Absent if none, or if recorded before PDFs were supported. */
    documents: DocumentLimits.optional(),
    /** Set if it can search the web with its provider's tool, as far as is known. */
    searchesWeb: z.literal(true).optional(),
  })
  .readonly()
export type Provider = z.infer<typeof Provider>

export const TurnTrigger = z.enum(['message', 'continue', 'retry', 'compact'])
export type TurnTrigger = z.infer<typeof TurnTrigger>

/** The goal of a turn, and of one of its requests: an answer, or a summary of the conversation. */
export const Purpose = z.enum(['reply', 'compaction'])
export type Purpose = z.infer<typeof Purpose>

/** A turn that did not complete, and the cause. Continue resumes it. */
export const Unfinished = z
  .object({
    turnId: TurnId,
    cause: z.enum([
      'userCancel',
      'restart',
      'shutdown',
      'cutReply',
      'limit',
      /** The budget of the conversation (docs/decisions/108). */
      'budget',
      'contextExhausted',
      'error',
      /** A fork that begins with an unanswered message or unanswered results. */
      'forked',
    ]),
  })
  .readonly()
export type Unfinished = z.infer<typeof Unfinished>

/** Digests of a completed call and its result. */
export const OutcomeDigest = z.object({ call: z.string(), result: z.string() }).readonly()
export type OutcomeDigest = z.infer<typeof OutcomeDigest>

/** The distinct results of the last reply's calls, and how many replies in a row had exactly these. */
export const Repeated = z
  .object({ came: z.array(OutcomeDigest).readonly(), count: z.number().int().positive() })
  .readonly()
export type Repeated = z.infer<typeof Repeated>

/** The names of a folder's instruction files: the first that exists is used. */
export const InstructionsName = z.enum(['AGENTS.md', 'CLAUDE.md'])
export type InstructionsName = z.infer<typeof InstructionsName>

const WhyUnused = z.enum(['notText', 'notReadable', 'leadsOut', 'importLeadsOut'])
/** An existing instruction file of this name that is not used; with `path`, the file there that it imports. */
export const InstructionsFault = z
  .object({ name: InstructionsName, path: z.string().optional(), why: WhyUnused })
  .readonly()
export type InstructionsFault = z.infer<typeof InstructionsFault>

/** Maximum number of bytes read from an instruction file. */
export const MAX_INSTRUCTIONS_BYTES = 64 * 1024

/** An instruction file as it was read: the blob is UTF-8 with this many bytes. */
export const Instructions = z
  .object({
    /** For an imported file: the name of the file that imports it. */
    name: InstructionsName,
    /** As shown to people and models: `~/.claude/CLAUDE.md`. Absent: the file of this name in the folder itself. */
    path: z.string().optional(),
    blob: BlobHash,
    bytes: z.number().int().positive(),
    /** True if the file continues after what was read. */
    isCut: z.boolean(),
  })
  .readonly()
export type Instructions = z.infer<typeof Instructions>

export function pathOf({ name, path }: Pick<Instructions, 'name' | 'path'>): string {
  return path ?? name
}

/** All in force, most general first. Early versions stored only the folder's own file, or null. */
export const InstructionsInForce = z.union([
  z.array(Instructions).readonly(),
  Instructions,
  z.null(),
])
export type InstructionsInForce = z.infer<typeof InstructionsInForce>

export function instructionsIn(inForce: InstructionsInForce): readonly Instructions[] {
  if (inForce === null) return []
  return 'name' in inForce ? [inForce] : inForce
}

/** A clock's remaining time, in ms. It is paused while the turn only waits for a person or a failing server. */
const ClockTime = z.discriminatedUnion('type', [
  /** `dueAt`: ms since 1970. */
  z.object({ type: z.literal('running'), timerId: TimerId, dueAt: z.number() }).readonly(),
  z.object({ type: z.literal('standing'), leftMs: z.number().positive() }).readonly(),
])

/**
 * A turn's remaining working time (docs/decisions/029). `stage`: the time runs to the limit or, once a person is asked,
 * to the end of the grace period.
 */
export const TurnClock = z
  .object({
    limitMs: z.number().positive(),
    /** How often a person extended the turn. */
    extensions: z.number().int().nonnegative(),
    stage: z.enum(['limit', 'grace']),
    time: ClockTime,
  })
  .readonly()
export type TurnClock = z.infer<typeof TurnClock>

/** A turn, from leaving rest to the step that decides its end. It holds every counter of the turn. */
export const Turn = z
  .object({
    id: TurnId,
    startedAt: z.number(),
    trigger: TurnTrigger,
    goal: Purpose,
    /** Of a compaction that a person requested: its end (null for all), what they ask of it, what remains unfinished. */
    throughSeq: Place.nullable().default(null),
    focus: SummaryFocus.nullable().default(null),
    unfinished: Unfinished.nullable(),
    settings: z
      .object({
        primary: Provider,
        fallback: Provider.nullable(),
        systemPrompt: z.string(),
        /** Turns from before effort could be chosen have the model's own. */
        effort: Effort.default('auto'),
        /** Turns from before there were instructions have none. */
        instructions: InstructionsInForce.default(null),
      })
      .readonly(),
    provider: z.enum(['primary', 'fallback']),
    requests: z.number().int().nonnegative(),
    toolCalls: z.number().int().nonnegative(),
    /** The number of sub-agents started, and the tokens used by those that have ended. */
    subAgents: z.number().int().nonnegative(),
    subAgentTokens: z.number().nonnegative(),
    usage: Usage,
    continuations: z.number().int().nonnegative(),
    /** Summaries requested since the last reply: two that did not help end the turn. */
    compactionFailures: z.number().int().nonnegative(),
    /** Changes made since the model refused a request, each at most once. */
    repairs: z.array(RepairType).readonly(),
    /** The refusal that a summary should repair; null if the summary is to make room. */
    mending: z.string().nullable().default(null),
    /** Turns from before replies were compared count from their next reply. */
    repeated: Repeated.nullable().catch(null),
    /** True once a sub-agent that ended without submit_result was asked for it. */
    askedToSubmit: z.boolean(),
    lastReplyId: MessageId.nullable(),
    /** The time it has waited for failing servers beyond the first attempts, in ms (docs/decisions/034). */
    keptTryingMs: z.number().nonnegative().default(0),
    /** Turns from before there was a time limit have none. */
    clock: TurnClock.nullable().default(null),
  })
  .readonly()
export type Turn = z.infer<typeof Turn>

/** The kind of a call, as far as permissions are concerned. */
export const CallAction = z.enum([
  'think',
  'read',
  'change',
  'command',
  'fetch',
  /** Calls a tool of an MCP server, which may do anything. */
  'server',
  'spawn',
  'submit',
  /** Asks the person. */
  'question',
])
export type CallAction = z.infer<typeof CallAction>

export const PermissionMode = z.enum(['readOnly', 'ask', 'acceptEdits', 'auto'])
export type PermissionMode = z.infer<typeof PermissionMode>

/**
 * A permission to run without asking in its folder: the same tool on exactly the same subject, or any plain command
 * with the same first words (rule-words.ts). Rules from before there were prefixes are exact.
 */
export const Rule = z
  .object({
    tool: z.string(),
    subject: z.string(),
    match: z.enum(['exact', 'prefix']).default('exact'),
  })
  .readonly()
export type Rule = z.infer<typeof Rule>

/** A rule with its folder, which may no longer exist. */
export const FolderRule = z.object({ folder: z.string(), rule: Rule }).readonly()
export type FolderRule = z.infer<typeof FolderRule>

/**
 * Why a call needs approval: the mode, a host on this machine or its networks (a rule can allow these two permanently),
 * or what it touches or repeats.
 */
export const AskReason = z.enum(['mode', 'privateHost', 'outside', 'secret', 'repeated'])
export type AskReason = z.infer<typeof AskReason>

/** True if a rule can allow calls that need approval for this reason. */
export function canBeRuled(why: AskReason): boolean {
  return why === 'mode' || why === 'privateHost'
}

/** `refuse`: the call never runs and gets this text as its result; `denied` if a person refused it. */
export const Verdict = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('run'),
      limitMs: z.number().positive(),
      /** True if a person allowed exactly this call. */
      isApproved: z.boolean(),
      /** False: judged where nothing may change, so it never runs with a writable folder. (Absent in old rows.) */
      mayWrite: z.boolean().default(true),
      /** The command that a person put in place of the model's (docs/decisions/068). Null if it is unchanged. */
      editedTo: z.string().nullable().default(null),
    })
    .readonly(),
  z.object({ type: z.literal('ask'), limitMs: z.number().positive(), why: AskReason }).readonly(),
  z
    .object({ type: z.literal('refuse'), text: z.string(), outcome: z.enum(['failed', 'denied']) })
    .readonly(),
])
export type Verdict = z.infer<typeof Verdict>

export const Call = z
  .object({
    callId: CallId,
    name: z.string(),
    input: CallInput,
    /** SHA-256 of the name, the input and what was seen of the files involved: an answer is bound to it. */
    digest: z.string(),
    action: CallAction,
    /** The text that a rule can name: the whole command. Null if there is nothing to name. */
    subject: z.string().nullable(),
    verdict: Verdict,
  })
  .readonly()
export type Call = z.infer<typeof Call>

/** `cameTo` is null if the call was refused. (Absent in old rows.) */
const CompletedCall = z
  .object({ callId: CallId, messageId: MessageId, cameTo: OutcomeDigest.nullable().default(null) })
  .readonly()
export type CompletedCall = z.infer<typeof CompletedCall>

/** The calls of one reply. Each result is a message; the round keeps its id, not its text. */
export const Round = z
  .object({
    replyId: MessageId,
    completed: z.array(CompletedCall).readonly(),
    remaining: z.array(Call).readonly(),
  })
  .readonly()
export type Round = z.infer<typeof Round>

/** In UTF-16 units. */
const MAX_COMMAND = 100_000
const EditedCommand = z.string().max(MAX_COMMAND).regex(/\S/)

/** A person's decision on a call that needed approval. */
export const ApprovalAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('once') }).readonly(),
  /** Allows the call once, with another command in place of the model's. */
  z.object({ type: z.literal('edited'), command: EditedCommand }).readonly(),
  z.object({ type: z.literal('always'), rule: Rule }).readonly(),
  z.object({ type: z.literal('deny'), reason: z.string().max(10_000) }).readonly(),
])
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>
