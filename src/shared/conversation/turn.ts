import { z } from 'zod'
import { Usage } from '../models/usage.ts'
import { CallInput } from '../messages/content.ts'
import { DocumentLimits } from '../messages/document-limits.ts'
import { Effort } from '../models/effort.ts'
import { BlobHash, CallId, MessageId, TimerId, TurnId } from '../ids.ts'
import { Price } from '../models/price.ts'
import { Place } from '../messages/message.ts'
import { RepairType } from '../messages/repair.ts'
import { DEFAULT_TIMEOUTS, Timeouts } from '../models/timeouts.ts'

/** Who answers, its limits and deadlines, and its price. Address and key stay with the adapter. */
export const Provider = z
  .object({
    /** Which endpoint of Settings: `anthropic`, `demo`, or one that a person has added. */
    endpoint: z.string().min(1).max(100),
    model: z.string().min(1),
    limits: z
      .object({ contextTokens: z.number().positive(), outputTokens: z.number().positive() })
      .readonly(),
    /** Those of its endpoint. Absent in old rows. */
    timeouts: Timeouts.default(DEFAULT_TIMEOUTS),
    /** Null: unknown, or from before there were prices. */
    price: Price.nullable().default(null),
    /** Which PDF documents it accepts. Absent: none, or from before they were sent. */
    documents: DocumentLimits.optional(),
    /** It can search the web with its provider's tool, as far as is known. Absent: it cannot. */
    searchesWeb: z.literal(true).optional(),
  })
  .readonly()
export type Provider = z.infer<typeof Provider>

export const TurnTrigger = z.enum(['message', 'continue', 'retry', 'compact'])
export type TurnTrigger = z.infer<typeof TurnTrigger>

/** The goal of a turn, and of one of its requests: an answer, or a summary of the conversation. */
export const Purpose = z.enum(['reply', 'compaction'])
export type Purpose = z.infer<typeof Purpose>

/** A turn that did not complete, and why: what Continue resumes. */
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
      /** It is a fork that begins with a message or results that nobody has answered. */
      'forked',
    ]),
  })
  .readonly()
export type Unfinished = z.infer<typeof Unfinished>

/** A call that has run and its result, by their digests. */
export const CameTo = z.object({ call: z.string(), result: z.string() }).readonly()
export type CameTo = z.infer<typeof CameTo>

/** The results of the last reply's calls, each once, and how many replies in a row had exactly these. */
export const Repeated = z
  .object({ came: z.array(CameTo).readonly(), count: z.number().int().positive() })
  .readonly()
export type Repeated = z.infer<typeof Repeated>

/** The instruction files of a folder: the first that exists counts. */
export const InstructionsName = z.enum(['AGENTS.md', 'CLAUDE.md'])
export type InstructionsName = z.infer<typeof InstructionsName>

/** A file of this name exists, and is not used; or the one at `path` is not, which the file of this name imports. */
export interface InstructionsFault {
  readonly name: InstructionsName
  readonly path?: string
  readonly why: 'notText' | 'notReadable' | 'leadsOut' | 'importLeadsOut'
}

/** The most that is read of it, in bytes. */
export const MAX_INSTRUCTIONS_BYTES = 64 * 1024

/** An instruction file as it was read: the blob is UTF-8 with this many bytes. */
export const Instructions = z
  .object({
    /** Of one that another imports: the name of that. */
    name: InstructionsName,
    /** As shown to people and models: `~/.claude/CLAUDE.md`. Absent: the file of this name in the folder itself. */
    path: z.string().optional(),
    blob: BlobHash,
    bytes: z.number().int().positive(),
    /** The file continues after what was read. */
    isCut: z.boolean(),
  })
  .readonly()
export type Instructions = z.infer<typeof Instructions>

export function pathOf({ name, path }: Pick<Instructions, 'name' | 'path'>): string {
  return path ?? name
}

/** All in force, most general first. Early versions knew only the folder's own file. Null: none. */
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

/** The rest of a clock's time, in ms. It is paused while the turn only waits for a person or a failing server. */
const ClockTime = z.discriminatedUnion('type', [
  /** `dueAt`: ms since 1970. */
  z.object({ type: z.literal('running'), timerId: TimerId, dueAt: z.number() }).readonly(),
  z.object({ type: z.literal('standing'), leftMs: z.number().positive() }).readonly(),
])

/**
 * How long a turn may still work (docs/decisions/029). `stage` says what the time runs to: its limit, or, once that is
 * reached and a person is asked, the end of the grace period.
 */
export const TurnClock = z
  .object({
    limitMs: z.number().positive(),
    /** How often a person gave it the same time again. */
    extensions: z.number().int().nonnegative(),
    stage: z.enum(['limit', 'grace']),
    time: ClockTime,
  })
  .readonly()
export type TurnClock = z.infer<typeof TurnClock>

/** From leaving rest to the step that decides its end. Every counter of a turn is here. */
export const Turn = z
  .object({
    id: TurnId,
    startedAt: z.number(),
    trigger: TurnTrigger,
    goal: Purpose,
    /** Of a compaction that a person asked for: up to where (null: all), and what was unfinished before it, and stays so. */
    throughSeq: Place.nullable().default(null),
    unfinished: Unfinished.nullable(),
    settings: z
      .object({
        primary: Provider,
        fallback: Provider.nullable(),
        systemPrompt: z.string(),
        /** Turns from before it could be chosen have the model's own. */
        effort: Effort.default('auto'),
        /** Turns from before there were any have none. */
        instructions: InstructionsInForce.default(null),
      })
      .readonly(),
    provider: z.enum(['primary', 'fallback']),
    requests: z.number().int().nonnegative(),
    toolCalls: z.number().int().nonnegative(),
    /** The number started, and the tokens used by those that have ended. */
    subAgents: z.number().int().nonnegative(),
    subAgentTokens: z.number().nonnegative(),
    usage: Usage,
    continuations: z.number().int().nonnegative(),
    /** Summaries requested since the last reply: two that did not help end the turn. */
    compactionFailures: z.number().int().nonnegative(),
    /** What was changed since the model refused a request: each once. */
    repairs: z.array(RepairType).readonly(),
    /** The refusal that a summary should repair; null: a summary is to make room. */
    mending: z.string().nullable().default(null),
    /** Turns from before replies were compared count from their next reply. */
    repeated: Repeated.nullable().catch(null),
    /** A sub-agent that ended without submit_result was asked for it. */
    askedToSubmit: z.boolean(),
    lastReplyId: MessageId.nullable(),
    /** How long it has waited for failing servers, beyond the first attempts, in ms (docs/decisions/034). */
    keptTryingMs: z.number().nonnegative().default(0),
    /** Turns from before there was a limit have none. */
    clock: TurnClock.nullable().default(null),
  })
  .readonly()
export type Turn = z.infer<typeof Turn>

/** What a call does, as far as permissions are concerned. */
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
  /** Asks the person who works with the agent. */
  'question',
])
export type CallAction = z.infer<typeof CallAction>

export const PermissionMode = z.enum(['readOnly', 'ask', 'acceptEdits', 'auto'])
export type PermissionMode = z.infer<typeof PermissionMode>

/**
 * What runs in its folder without asking: the same tool on exactly the same subject, or on every plain command that
 * begins with the same words (rule-words.ts). A rule from before there were prefixes is exact.
 */
export const Rule = z
  .object({
    tool: z.string(),
    subject: z.string(),
    match: z.enum(['exact', 'prefix']).default('exact'),
  })
  .readonly()
export type Rule = z.infer<typeof Rule>

/** A rule with its folder, which may be gone. */
export const FolderRule = z.object({ folder: z.string(), rule: Rule }).readonly()
export type FolderRule = z.infer<typeof FolderRule>

/**
 * Why a call needs approval: because of the mode, or because it reaches a host on this machine or its networks (a rule
 * can answer these two permanently), or because of what it touches or repeats.
 */
export const AskReason = z.enum(['mode', 'privateHost', 'outside', 'secret', 'repeated'])
export type AskReason = z.infer<typeof AskReason>

/** Whether a rule can answer what is asked for this reason. */
export function canBeRuled(why: AskReason): boolean {
  return why === 'mode' || why === 'privateHost'
}

/** `refuse`: the call gets this text as its result and never runs; `denied` if a person refused it. */
export const Verdict = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('run'),
      limitMs: z.number().positive(),
      /** A person allowed exactly this call. */
      isApproved: z.boolean(),
      /** False: it may run because a sandbox keeps the folder unchanged. (Absent in old rows.) */
      mayWrite: z.boolean().default(true),
      /** The command that a person put in place of the model's (docs/decisions/068). Null: as the model wrote it. */
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
    /** SHA-256 over name, input and what was seen of the files it touches: an answer is bound to it. */
    digest: z.string(),
    action: CallAction,
    /** What a rule can name: the whole command. Null if there is nothing to name. */
    subject: z.string().nullable(),
    verdict: Verdict,
  })
  .readonly()
export type Call = z.infer<typeof Call>

/** `cameTo` is null if the call was refused. (Absent in old rows.) */
const CompletedCall = z
  .object({ callId: CallId, messageId: MessageId, cameTo: CameTo.nullable().default(null) })
  .readonly()
export type CompletedCall = z.infer<typeof CompletedCall>

/** The calls of one reply. Each result is a message of its own; the round keeps its id, not its text. */
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
  /** Only this time, with another command in place of the model's. */
  z.object({ type: z.literal('edited'), command: EditedCommand }).readonly(),
  z.object({ type: z.literal('always'), rule: Rule }).readonly(),
  z.object({ type: z.literal('deny'), reason: z.string().max(10_000) }).readonly(),
])
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>
