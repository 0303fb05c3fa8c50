import type { Usage } from '../../shared/content.ts'
import type { BlobHash, CallId, MessageId, TurnId, WorkId } from '../../shared/ids.ts'
import type { RequestFailure, TurnTrigger } from '../../shared/conversation-state.ts'

/** What a step puts on record beside the input that caused it. */
export type Lifecycle =
  | { readonly type: 'sessionStarted' }
  | { readonly type: 'sessionEnded'; readonly reason: 'closed' | 'shutdown' | 'lost' }
  | {
      readonly type: 'fileAttached'
      readonly messageId: MessageId
      readonly original: BlobHash
      readonly copy: BlobHash
    }
  | { readonly type: 'turnStarted'; readonly turnId: TurnId; readonly trigger: TurnTrigger }
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
      readonly reason: 'userCancel' | 'restart' | 'shutdown' | 'timeout' | 'turnLimit' | 'cutReply'
    }
  | { readonly type: 'turnFailed'; readonly turnId: TurnId; readonly error: RequestFailure }
