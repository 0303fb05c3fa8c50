import type { Usage } from '../../../shared/models/usage.ts'
import type { CallId, ConversationId, TurnId, WorkId } from '../../../shared/ids.ts'
import type { ErrorKind, ReplyEnd } from '../../../shared/messages/message.ts'
import type { RepairType } from '../../../shared/messages/repair.ts'
import type { Purpose, TurnTrigger } from '../../../shared/conversation/turn.ts'
import type { CommitFault } from './history-store.ts'
import type { Input, InputOf, LlmFailureKind } from '../../core/machine/event.ts'
import type { Interruption } from '../../core/machine/lifecycle.ts'

/** The observed conversation. `parent`: for a sub-agent, the conversation that started it. */
export interface Observed {
  readonly conversationId: ConversationId
  readonly parent: ConversationId | null
  /** ms since 1970. */
  readonly at: number
}

/** A request as it was made. */
export interface ObservedRequest {
  readonly requestId: WorkId
  readonly purpose: Purpose
  readonly endpoint: string
  readonly model: string
  readonly attempt: number
}

/** A running call. Only Phoenix's own tools run, so the name is never text from a model. */
export interface ObservedCall {
  readonly callId: CallId
  readonly tool: string
}

/**
 * The telemetry for observers: ids, names, numbers and kinds. Never what was said, asked, printed or read, and never a
 * path: it leaves the machine if a person has set an OTLP endpoint. `ms` is the duration.
 */
export type TelemetryEvent =
  | {
      readonly type: 'turnStarted'
      readonly turnId: TurnId
      readonly trigger: TurnTrigger
      readonly goal: Purpose
    }
  | {
      readonly type: 'turnEnded'
      readonly turnId: TurnId
      readonly outcome: 'completed' | 'interrupted' | 'failed'
      /** Set for a turn that did not complete. */
      readonly why: Interruption | ErrorKind | null
      /** Null if it started in an earlier run of Phoenix. */
      readonly ms: number | null
    }
  | ({ readonly type: 'requestStarted' } & ObservedRequest)
  | ({
      readonly type: 'requestEnded'
      /** `unanswered`: the conversation came to rest without a report of the request. */
      readonly outcome: 'responded' | LlmFailureKind | 'unanswered'
      readonly end: ReplyEnd | null
      readonly usage: Usage | null
      readonly firstByteMs: number | null
      readonly ms: number
    } & ObservedRequest)
  | {
      readonly type: 'retryPlanned'
      readonly attempt: number
      readonly afterMs: number
      readonly kind: ErrorKind
    }
  | {
      readonly type: 'providerFallback'
      readonly from: string
      readonly to: string
      readonly kind: ErrorKind
    }
  | {
      readonly type: 'requestRepaired'
      readonly repair: RepairType
      readonly kind: ErrorKind
    }
  | { readonly type: 'compacted' }
  | ({ readonly type: 'toolStarted' } & ObservedCall)
  | ({
      readonly type: 'toolEnded'
      readonly outcome: InputOf<'toolFinished'>['outcome'] | 'unanswered'
      readonly ms: number
    } & ObservedCall)
  /** This many steps in one transaction. `fault`: set if they could not be saved. */
  | {
      readonly type: 'committed'
      readonly steps: number
      readonly ms: number
      readonly fault: CommitFault | null
    }
  /** A report or an answer arrived that nothing waited for any more. */
  | { readonly type: 'stale'; readonly input: Input['type'] }
export type TelemetryEventOf<Type extends TelemetryEvent['type']> = Extract<
  TelemetryEvent,
  { type: Type }
>

/** Receives events after the fact. Decides nothing, is never awaited, and its failures have no effect (T92). */
export interface Observer {
  observe(of: Observed, event: TelemetryEvent): void
}
