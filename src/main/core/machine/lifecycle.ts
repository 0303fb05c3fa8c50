import type { Usage } from '../../../shared/models/usage.ts'
import type { BlobHash, CallId, MessageId, TurnId, WorkId } from '../../../shared/ids.ts'
import type { RepairType } from '../../../shared/messages/repair.ts'
import type { RequestFailure } from '../../../shared/conversation/conversation-state.ts'
import type { Purpose, TurnTrigger, Unfinished } from '../../../shared/conversation/turn.ts'
import type { Context, ContextChange } from './context.ts'

/** The records of a step besides the input that caused it. */
export type Lifecycle =
  | { readonly type: 'sessionStarted'; readonly context: Context; readonly version?: string }
  | { readonly type: 'sessionEnded'; readonly reason: 'closed' | 'shutdown' | 'lost' }
  | {
      readonly type: 'fileAttached'
      readonly messageId: MessageId
      readonly original: BlobHash
      /** Null if it is not an image. */
      readonly copy: BlobHash | null
      /** Absent for an image, whose message has it. */
      readonly mediaType?: string
    }
  | {
      readonly type: 'turnStarted'
      readonly turnId: TurnId
      readonly trigger: TurnTrigger
      readonly goal: Purpose
      readonly unfinished: Unfinished | null
    }
  | { readonly type: 'toolStarted'; readonly callId: CallId; readonly workId: WorkId }
  | {
      readonly type: 'turnCompleted'
      readonly turnId: TurnId
      readonly durationMs: number
      readonly usage: Usage
    }
  | {
      readonly type: 'turnInterrupted'
      readonly turnId: TurnId
      readonly reason: Interruption
      /** The message that ended it. */
      readonly by: MessageId | null
    }
  | { readonly type: 'turnFailed'; readonly turnId: TurnId; readonly error: RequestFailure }
  | {
      readonly type: 'providerFallback'
      readonly turnId: TurnId
      readonly from: string
      readonly to: string
      readonly error: RequestFailure
    }
  /** A refused request was changed and repeated. */
  | {
      readonly type: 'requestRepaired'
      readonly turnId: TurnId
      readonly repair: RepairType
      readonly error: RequestFailure
    }
  | { readonly type: 'settingsChanged'; readonly change: ContextChange }
  | {
      readonly type: 'compacted'
      readonly turnId: TurnId
      readonly messageId: MessageId
    }

/** Why a turn ended early. */
export type Interruption =
  | 'userCancel'
  | 'newMessage'
  | 'restart'
  | 'shutdown'
  | 'parent'
  | 'timeout'
  | 'turnLimit'
  | 'timeLimit'
  | 'cutReply'
