import type { ChangePreview } from '../../../shared/conversation/change-preview.ts'
import type { QuestionAnswer, UserQuestion } from '../../../shared/messages/user-question.ts'
import type { Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { Effort } from '../../../shared/models/effort.ts'
import type { Silence } from '../../../shared/conversation/conversation.ts'
import type { ConversationId, EventId, WorkId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { Call, Provider } from '../../../shared/conversation/turn.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { StopReason } from '../../core/machine/effect.ts'
import type { CallFacts, InputOf, LlmFailureKind } from '../../core/machine/event.ts'
import type { RejectedPart } from '../../core/request/repairs.ts'
import type { ModelRequest, ToolSpec } from '../../core/request/model-request.ts'
import type { ToolUser } from './tool-user.ts'

/**
 * All access to the outside world goes through ports. A port never rejects and never throws on purpose: failures are
 * part of its result. (If a bug throws anyway, a wrapper in effect-runner turns it into the one failed outcome.)
 */
export interface Clock {
  /** ms since 1970. */
  now(): number
}

export interface Timers {
  /** Milliseconds awake since an arbitrary moment, the clock of timers. Only meaningful while a timer is set. */
  awake(): number
  /** Calls back once after this many ms of awake time; the returned function cancels it. */
  start(afterMs: number, fire: () => void): () => void
  /** Calls back after all input that has already arrived: people's events come before reports from work. */
  soon(run: () => void): void
}

/**
 * The heartbeat of the liveness watch. It uses the system's own interval and nothing of Phoenix, so it continues even
 * if timers are lost.
 */
export interface Pulse {
  /** Calls back repeatedly, at most once in this many ms of a running loop, until cancelled. */
  every(ms: number, run: () => void): () => void
}

/** Ids are unique across restarts and conversations; a random number is in [0, 1). */
export interface Ids {
  next(): EventId
  random(): number
}

/** An abort signal's reason. Aborts are recognised by the signal, never by the text of an error (T07). */
export interface Stop {
  readonly reason: StopReason
}

export type ModelOutcome =
  | {
      readonly type: 'responded'
      readonly blocks: readonly Block[]
      readonly end: ReplyEnd
      readonly usage: Usage
    }
  | {
      readonly type: 'failed'
      readonly kind: LlmFailureKind
      /** One plain line for people: what happened and what to do. Contains no key and no dump. */
      readonly detail: string
      /** A finite number of ms, 0 or more; null if the provider named none. */
      readonly retryAfterMs: number | null
      /** For a refused request: the refused part; null if nothing could be changed about it. */
      readonly rejectedPart: RejectedPart | null
    }

export interface ModelCall {
  readonly conversationId: ConversationId
  readonly provider: Provider
  readonly request: ModelRequest
  /** The wanted effort; the adapter finds out what the model accepts. */
  readonly effort: Effort
  /** True: it may search the web with its provider's tool. Default: false. */
  readonly webSearch?: boolean
  /** Its reason is a Stop. */
  readonly signal: AbortSignal
  /** Called at most once, at the first byte of the answer. */
  onStarted(): void
  onDelta(part: 'text' | 'thinking', text: string): void
  /**
   * Called while a call is being written, with the next piece of its input's JSON; the first may be empty. `call`: a
   * number unique in this reply. `name`: the tool's name, empty if only an earlier or later piece has it.
   */
  onCallDelta(call: number, name: string, json: string): void
  /** Reports a silence that is long enough to be shown; null when it is over. */
  onSilence(silence: Silence | null): void
}

/** A request whose tokens are counted instead of sent. Aborting its signal ends the counting. */
export type Counted = Pick<ModelCall, 'request' | 'effort' | 'webSearch' | 'signal'>
/** The error is a sentence for people. */
export type CountTokens = (counted: Counted) => Promise<Result<number, string>>

export interface ModelPort {
  ask(call: ModelCall): Promise<ModelOutcome>
  /** Preloads what a request to this model needs. Absent if nothing has to be loaded. */
  load?(provider: Provider): void
  /** Returns the counter of this model's endpoint; null if it cannot count. Absent if no endpoint can. */
  counterOf?(provider: Provider): CountTokens | null
  /**
   * Returns a provider's current limits, which differ if its server has reported lower ones since it was chosen. Absent
   * if they never change.
   */
  limitsNow?(provider: Provider): Provider['limits']
}

export interface ToolRun {
  readonly conversationId: ConversationId
  readonly workId: WorkId
  readonly call: Call
  readonly folder: string
  readonly sandboxPolicy: SandboxPolicy | null
  /** Its reason is a Stop. */
  readonly signal: AbortSignal
  /** True if an earlier result that the model has contains exactly this text. */
  isKnownToModel(words: string): boolean
  /** Live output for the screen, already decoded: whole characters, without control bytes except ANSI colours. */
  onOutput(text: string): void
  /**
   * Asks a person, one question at a time; null if nobody answered in time or the call is over. Absent if there is
   * nobody to ask. `by`: who asks, for people. `withdrawn`: aborts when the answer is no longer needed. Never rejects.
   */
  ask?: (
    by: string,
    question: UserQuestion,
    withdrawn: AbortSignal,
  ) => Promise<QuestionAnswer | null>
}

export type ToolOutcome = Pick<
  InputOf<'toolFinished'>,
  'outcome' | 'content' | 'summary' | 'files' | 'hooks' | 'digest'
>

export interface ToolPort {
  /**
   * Prepares the tools: waits for servers that must be started first, but never for long. Absent if there is nothing to
   * prepare. Never rejects.
   */
  ready?(user: ToolUser, signal: AbortSignal): Promise<void>
  /** Returns the tools offered to the model, always in the same order. */
  specs(user: ToolUser): readonly ToolSpec[]
  /** Determines the facts of a call; accesses the disk if necessary. */
  inspect(
    call: Pick<Call, 'name' | 'input'>,
    at: Pick<ToolUser, 'caller' | 'conversationId'> & { readonly folder: string },
  ): Promise<CallFacts>
  /** Returns what a call that waits for approval would change if it ran now. Never runs it, never writes. */
  preview(
    call: Call,
    at: { readonly conversationId: ConversationId; readonly folder: string },
  ): Promise<ChangePreview>
  /**
   * Runs one call. After an abort, resolves when its processes are gone (or given up and listed as orphans); after a
   * normal end, at once: the conversation's next run waits for the clean-up.
   */
  run(run: ToolRun): Promise<ToolOutcome>
}

/** A structured, local log that never contains a key. */
export interface Log {
  warn(what: string, facts: Readonly<Record<string, string | number>>): void
}
