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
 * All access to the outside world. A port never rejects and never throws on purpose: failures are part of its result.
 * (If a bug throws anyway, a wrapper in effect-runner turns it into the one failed outcome.)
 */
export interface Clock {
  /** ms since 1970. */
  now(): number
}

export interface Timers {
  /** Milliseconds of awake time since some moment, which timers use. Only useful while a timer is set. */
  awake(): number
  /** Calls back once after this many ms of awake time; the returned function cancels it. */
  start(afterMs: number, fire: () => void): () => void
  /** Calls back after all input that has already arrived: people's events go before reports from work. */
  soon(run: () => void): void
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
      /** One plain line for people: what happened and what to do. No key, no dump. */
      readonly detail: string
      /** ms, a finite number of 0 or more; null if the provider named none. */
      readonly retryAfterMs: number | null
      /** For a refused request: what was refused; null: nothing that could be changed. */
      readonly rejectedPart: RejectedPart | null
    }

export interface ModelCall {
  readonly conversationId: ConversationId
  readonly provider: Provider
  readonly request: ModelRequest
  /** The wanted effort; the adapter finds out what the model accepts. */
  readonly effort: Effort
  /** Whether it may search the web with its provider's tool. Absent: no. */
  readonly webSearch?: boolean
  /** Its reason is a Stop. */
  readonly signal: AbortSignal
  /** The first byte of the answer arrived. Called at most once. */
  onStarted(): void
  onDelta(part: 'text' | 'thinking', text: string): void
  /**
   * A call is being written: the next piece of its input's JSON, the first of which may be empty. `call`: a number
   * unique in this reply. `name`: of the tool, empty if only an earlier or a later piece has it.
   */
  onCallDelta(call: number, name: string, json: string): void
  /** A silence that is long enough to be shown; null: it is over. */
  onSilence(silence: Silence | null): void
}

/** A request whose tokens are counted instead of sent. Aborting its signal ends the counting. */
export type Counted = Pick<ModelCall, 'request' | 'effort' | 'webSearch' | 'signal'>
/** The error is a sentence for people. */
export type CountTokens = (counted: Counted) => Promise<Result<number, string>>

export interface ModelPort {
  ask(call: ModelCall): Promise<ModelOutcome>
  /** Loads what a request to this model needs, to save it the time. Absent: nothing has to be loaded. */
  load?(provider: Provider): void
  /** Null: this model's endpoint cannot count. Absent: no endpoint can. */
  counterOf?(provider: Provider): CountTokens | null
  /**
   * A provider's current limits, if its server has reported more since it was chosen. Absent: those it was chosen with.
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
  /** Whether a result that the model has before it contains exactly this text. */
  isKnownToModel(words: string): boolean
  /** Live output for the screen, already decoded: whole characters, without control bytes except ANSI colours. */
  onOutput(text: string): void
  /**
   * Asks a person, one question at a time; null: nobody answered in time, or the call is over. Absent: there is nobody to
   * ask. `by`: who asks, for people. `withdrawn`: the answer is no longer wanted. Never rejects.
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
   * Prepares the tools: waits for servers that must be started first, but never for long. Absent: nothing to prepare.
   * Never rejects.
   */
  ready?(user: ToolUser, signal: AbortSignal): Promise<void>
  /** The tools that the model is offered, always in the same order. */
  specs(user: ToolUser): readonly ToolSpec[]
  /** Determines the facts of a call; touches the disk if it must. */
  inspect(
    call: Pick<Call, 'name' | 'input'>,
    at: Pick<ToolUser, 'caller' | 'conversationId'> & { readonly folder: string },
  ): Promise<CallFacts>
  /** What a call that waits for approval would change if it ran now. Never runs it, never writes. */
  preview(
    call: Call,
    at: { readonly conversationId: ConversationId; readonly folder: string },
  ): Promise<ChangePreview>
  /**
   * Runs one call. Resolves after an abort when its processes are gone (or given up and listed as orphans), after a
   * normal end at once: the conversation's next run waits for the clean-up.
   */
  run(run: ToolRun): Promise<ToolOutcome>
}

/** Structured, local, never with a key. */
export interface Log {
  warn(what: string, facts: Readonly<Record<string, string | number>>): void
}
