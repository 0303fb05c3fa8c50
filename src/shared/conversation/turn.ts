import { z } from 'zod'
import { Usage } from '../models/usage.ts'
import { CallInput } from '../messages/content.ts'
import { DocumentLimits } from '../messages/document-limits.ts'
import { Effort } from '../models/effort.ts'
import { BlobHash, CallId, MessageId, TimerId, TurnId } from '../ids.ts'
import { Price } from '../models/price.ts'
import { RepairType } from '../messages/repair.ts'
import { DEFAULT_TIMEOUTS, Timeouts } from '../models/timeouts.ts'

/** Who answers, how much it can take, how long it may take, and what it costs. Address and key stay with the adapter. */
export const Provider = z
  .object({
    /** Which of those in Settings: `anthropic`, `demo`, or one that a person has added. */
    endpoint: z.string().min(1).max(100),
    model: z.string().min(1),
    limits: z
      .object({ contextTokens: z.number().positive(), outputTokens: z.number().positive() })
      .readonly(),
    /** Those of its endpoint. Rows from before each had its own do not say. */
    timeouts: Timeouts.default(DEFAULT_TIMEOUTS),
    /** Null: unknown, or from before there were prices. */
    price: Price.nullable().default(null),
    /** What it takes of PDF documents. Absent: none, or from before they were sent. */
    documents: DocumentLimits.optional(),
    /** It can search the web by a tool of its provider, as far as is known of it. Absent: it cannot. */
    searchesWeb: z.literal(true).optional(),
  })
  .readonly()
export type Provider = z.infer<typeof Provider>

export const TurnTrigger = z.enum(['message', 'continue', 'retry', 'compact'])
export type TurnTrigger = z.infer<typeof TurnTrigger>

/** What a turn is for, and what one of its requests is for: an answer, or a summary of the conversation. */
export const Purpose = z.enum(['reply', 'compaction'])
export type Purpose = z.infer<typeof Purpose>

/** A turn that did not come to its end, and why: what Continue takes up again. */
export const Unfinished = z
  .object({
    turnId: TurnId,
    cause: z.enum([
      'userCancel',
      'restart',
      'shutdown',
      'cutReply',
      'limit',
      'contextExhausted',
      'error',
      /** It is a fork that begins with words or results that nobody has answered. */
      'forked',
    ]),
  })
  .readonly()
export type Unfinished = z.infer<typeof Unfinished>

/** A call that has run and its result, by their digests. */
export const CameTo = z.object({ call: z.string(), result: z.string() }).readonly()
export type CameTo = z.infer<typeof CameTo>

/** What the calls of the last reply came to, each once, and how many replies in a row came to just that. */
export const Repeated = z
  .object({ came: z.array(CameTo).readonly(), count: z.number().int().positive() })
  .readonly()
export type Repeated = z.infer<typeof Repeated>

/** The files of a folder that say how to work in it: the first that is there counts. */
export const InstructionsName = z.enum(['AGENTS.md', 'CLAUDE.md'])
export type InstructionsName = z.infer<typeof InstructionsName>

/** A file of this name is there, and is not used. */
export interface InstructionsFault {
  readonly name: InstructionsName
  readonly why: 'notText' | 'notReadable' | 'leadsOut'
}

/** The most that is read of it, in bytes. */
export const MAX_INSTRUCTIONS_BYTES = 64 * 1024

/** A file of instructions as it was read: the blob is UTF-8 of so many bytes. */
export const Instructions = z
  .object({
    name: InstructionsName,
    /** As people and models are shown it: `~/.claude/CLAUDE.md`. Absent: the file of this name in the folder itself. */
    path: z.string().optional(),
    blob: BlobHash,
    bytes: z.number().int().positive(),
    /** The file goes on behind what was read. */
    isCut: z.boolean(),
  })
  .readonly()
export type Instructions = z.infer<typeof Instructions>

export function pathOf({ name, path }: Pick<Instructions, 'name' | 'path'>): string {
  return path ?? name
}

/** All that are in force, most general first. Early versions knew only the file of the folder itself. Null: none. */
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

/** What is left of a clock's time, in ms. It stands while only a person or a server that fails is waited for. */
const ClockTime = z.discriminatedUnion('type', [
  /** `dueAt`: ms since 1970. */
  z.object({ type: z.literal('running'), timerId: TimerId, dueAt: z.number() }).readonly(),
  z.object({ type: z.literal('standing'), leftMs: z.number().positive() }).readonly(),
])

/**
 * How long a turn may still work (docs/decisions/029). `stage` says what the time runs to: its limit, or, once that is
 * reached and a person is asked, the end of the grace.
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

/** From leaving rest to the step that decides its end. Every counter of a turn lives here. */
export const Turn = z
  .object({
    id: TurnId,
    startedAt: z.number(),
    trigger: TurnTrigger,
    goal: Purpose,
    /** What was unfinished before a compaction that a person asked for: it leaves that as it was. */
    unfinished: Unfinished.nullable(),
    settings: z
      .object({
        primary: Provider,
        fallback: Provider.nullable(),
        systemPrompt: z.string(),
        /** Turns that began before it could be chosen have that of the model. */
        effort: Effort.default('auto'),
        /** Turns that began before there were any have none. */
        instructions: InstructionsInForce.default(null),
      })
      .readonly(),
    provider: z.enum(['primary', 'fallback']),
    requests: z.number().int().nonnegative(),
    toolCalls: z.number().int().nonnegative(),
    /** Those that were started, and the tokens that the ones which have ended used. */
    subAgents: z.number().int().nonnegative(),
    subAgentTokens: z.number().nonnegative(),
    usage: Usage,
    continuations: z.number().int().nonnegative(),
    /** Summaries that were asked for since the last reply: two that did not help are enough. */
    compactionFailures: z.number().int().nonnegative(),
    /** What was changed since the model refused a request: each once. */
    repairs: z.array(RepairType).readonly(),
    /** What was said against the request that a summary is to mend; null: a summary is for room. */
    mending: z.string().nullable().default(null),
    /** Turns that began before replies were compared count from their next reply. */
    repeated: Repeated.nullable().catch(null),
    /** A sub-agent that ended without submit_result was asked for it. */
    askedToSubmit: z.boolean(),
    lastReplyId: MessageId.nullable(),
    /** How long it has waited for servers that fail, beyond the first attempts, in ms (docs/decisions/034). */
    keptTryingMs: z.number().nonnegative().default(0),
    /** Turns that began before there was a limit have none. */
    clock: TurnClock.nullable().default(null),
  })
  .readonly()
export type Turn = z.infer<typeof Turn>

/** What a call does, as far as the permission to do it is concerned. */
export const CallAction = z.enum([
  'think',
  'read',
  'change',
  'command',
  'fetch',
  'spawn',
  'submit',
  /** Asks the person who works with the agent. */
  'question',
])
export type CallAction = z.infer<typeof CallAction>

export const PermissionMode = z.enum(['readOnly', 'ask', 'acceptEdits', 'auto'])
export type PermissionMode = z.infer<typeof PermissionMode>

/**
 * What runs in its folder without being asked for: the same tool on exactly the same subject, or on every plain command
 * that begins with the same words (rule-words.ts). A rule that was kept before there were prefixes is exact.
 */
export const Rule = z
  .object({
    tool: z.string(),
    subject: z.string(),
    match: z.enum(['exact', 'prefix']).default('exact'),
  })
  .readonly()
export type Rule = z.infer<typeof Rule>

/** A rule with the folder that it holds in, which may be gone. */
export const FolderRule = z.object({ folder: z.string(), rule: Rule }).readonly()
export type FolderRule = z.infer<typeof FolderRule>

/**
 * Why a call is asked for: by its mode, as it reaches a host of this machine or its networks (a rule can answer these two for
 * good), or by what it touches or repeats.
 */
export const AskReason = z.enum(['mode', 'privateHost', 'outside', 'secret', 'repeated'])
export type AskReason = z.infer<typeof AskReason>

/** Whether a rule can answer what is asked for this reason. */
export function canBeRuled(why: AskReason): boolean {
  return why === 'mode' || why === 'privateHost'
}

/** `refuse`: the call gets this text as its result and never runs; `denied` where a person said so. */
export const Verdict = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('run'),
      limitMs: z.number().positive(),
      /** A person said so, about this very call. */
      isApproved: z.boolean(),
      /** False: it may run since a sandbox keeps the folder as it is. (Older ones on disk do not say.) */
      mayWrite: z.boolean().default(true),
      /** The command that a person put in the place of the model's (docs/decisions/068). Null: as the model wrote it. */
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
    /** SHA-256 over name, input and what was seen of the files it touches: what an answer binds to. */
    digest: z.string(),
    action: CallAction,
    /** What a rule can name: the whole command. Null where there is nothing to name. */
    subject: z.string().nullable(),
    verdict: Verdict,
  })
  .readonly()
export type Call = z.infer<typeof Call>

/** `cameTo` is null where the call was refused. (Older ones on disk do not say.) */
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
const EditedCommand = z
  .string()
  .max(MAX_COMMAND)
  .refine((command) => command.trim() !== '')

/** A person's word on a call that was asked for. */
export const ApprovalAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('once') }).readonly(),
  /** This once, with another command in the place of the model's. */
  z.object({ type: z.literal('edited'), command: EditedCommand }).readonly(),
  z.object({ type: z.literal('always'), rule: Rule }).readonly(),
  z.object({ type: z.literal('deny'), reason: z.string().max(10_000) }).readonly(),
])
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>
