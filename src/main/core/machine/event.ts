import type { StoreFault } from './store-fault.ts'
import type { Attachment } from '../../../shared/messages/attachment.ts'
import type { Usage } from '../../../shared/models/usage.ts'
import type { Block, CallInput, ToolContent } from '../../../shared/messages/content.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import type {
  AgentId,
  CallId,
  EventId,
  MessageId,
  TimerId,
  TurnId,
  WorkId,
} from '../../../shared/ids.ts'
import type {
  ErrorKind,
  InstructionsNote,
  NewMessage,
  ReplyEnd,
  SubAgentOutcome,
  UndoContent,
} from '../../../shared/messages/message.ts'
import type { HookRun } from '../../../shared/conversation/hook-run.ts'
import type { OverBudget } from '../../../shared/settings/budget.ts'
import type { Repair } from '../../../shared/messages/repair.ts'
import type { QuestionAnswer } from '../../../shared/messages/user-question.ts'
import type { MessageMode } from '../../../shared/messages/waiting.ts'
import type {
  ApprovalAnswer,
  CallAction,
  Turn,
  Unfinished,
} from '../../../shared/conversation/turn.ts'
import type { Context, ContextChange } from './context.ts'

/**
 * Made by the runtime when it takes an event. `at` is ms since 1970, `random` in [0, 1) is only for jitter, `printed` is
 * the end of what the current call has printed where the event can close a round, else empty. `isFolderGone`: asked only of
 * events that begin a turn of a person or choose another folder, else false.
 */
export interface Envelope {
  readonly id: EventId
  readonly at: number
  readonly random: number
  readonly printed: string
  readonly isFolderGone: boolean
}

/** A call of a reply as the tool port inspected it, before the permission policy decides. */
export interface CallFacts {
  readonly name: string
  readonly input: CallInput
  /** SHA-256 over name, input and what was seen of the files that it touches. */
  readonly digest: string
  /** `runnable`: known and with valid input. Else the text that lets the model correct itself. */
  readonly check:
    | {
        readonly type: 'runnable'
        readonly limitMs: number
        readonly action: CallAction
        /** What a rule can name; null: nothing. */
        readonly subject: string | null
        /** Where it reaches, by real paths: in the folder, out of it, or to what holds secrets. Of a fetch `outside` is a private host. */
        readonly reach: 'inside' | 'outside' | 'secret'
      }
    | { readonly type: 'unusable'; readonly text: string }
}

/** What a failed request means. `aborted` answers our own abort; `contextFull` the provider's word that it is too long. */
export type LlmFailureKind = ErrorKind | 'contextFull' | 'aborted'

/** A turn without an end, as its start is on record. */
export type OpenTurn = Pick<Turn, 'id' | 'goal' | 'unfinished'>

/** A call of the last reply that has no result, as the store found it after a restart. */
export interface OpenCall {
  readonly callId: CallId
  readonly was:
    | { readonly type: 'waiting' }
    /** It had been asked for and not answered. */
    | { readonly type: 'asked' }
    /** It had put a question that was not answered. */
    | { readonly type: 'questioned' }
    | { readonly type: 'started' }
    /** It had started sub-agents; each has ended by now. In the order of their tasks. */
    | { readonly type: 'delegated'; readonly children: readonly EndedChild[] }
}

/** A sub-agent and what it handed in. */
export interface EndedChild {
  readonly agentId: AgentId
  readonly task: string
  readonly outcome: SubAgentOutcome
  readonly text: string
  /** The message that has it, where its end was on record. */
  readonly messageId: MessageId | null
}

/** What happens to a conversation. The first half comes from people and the host, the second from work. */
export type Input =
  | {
      readonly type: 'userMessage'
      readonly messageId: MessageId
      readonly text: string
      readonly attachments: readonly Attachment[]
      readonly mode: MessageMode
      /** What is new in files of instructions. Absent: nothing. */
      readonly instructions?: readonly InstructionsNote[] | undefined
    }
  | {
      readonly type: 'cancelRequested'
      readonly by: 'user' | 'parent' | 'timeout'
    }
  | {
      readonly type: 'approvalAnswered'
      readonly callIds: readonly CallId[]
      readonly answer: ApprovalAnswer
    }
  /** A person answers what the agent asked by this call. */
  | {
      readonly type: 'questionAnswered'
      readonly callId: CallId
      readonly answer: QuestionAnswer
    }
  | { readonly type: 'continueRequested' }
  | { readonly type: 'retryRequested' }
  | { readonly type: 'compactRequested' }
  /** A person gives a turn whose time is over the same time again. */
  | { readonly type: 'turnExtended'; readonly turnId: TurnId }
  /** A person has the images of all that was said so far left out of requests. */
  | { readonly type: 'attachmentsDropped' }
  /** A person takes back everything from this place on, where one of their own messages is, to say it again. */
  | { readonly type: 'rewound'; readonly fromSeq: number }
  /** It begins with what was said in another. */
  | { readonly type: 'forked'; readonly from: ForkBeginning }
  | { readonly type: 'settingsChanged'; readonly change: ContextChange }
  /** A person had files put back; they are by now. */
  | ({ readonly type: 'editsUndone' } & Pick<UndoContent, 'of' | 'messageIds' | 'files'>)
  /** Hooks of a person's looked at what they wrote, before the model is asked, or at a turn that has come to its end. */
  | {
      readonly type: 'hooksAnswered'
      readonly of:
        | {
            readonly type: 'message'
            /** The request that waits for them. */
            readonly requestId: WorkId
            /** Of the message: the place from which all is taken back where one is against it. */
            readonly fromSeq: number
            /** For the model; empty: nothing. */
            readonly tells: string
          }
        | { readonly type: 'turn' }
      readonly runs: readonly HookRun[]
      /** Why one is against it: against the message, or against the end of the turn. Null: none is. */
      readonly blocks: string | null
    }
  | { readonly type: 'shutdownRequested' }
  | {
      readonly type: 'sessionOpened'
      readonly context: Context
      readonly unclosed: boolean
      /** Of the program that writes from here on; early ones did not say. */
      readonly version?: string
    }
  | { readonly type: 'sessionClosed'; readonly reason: 'closed' | 'shutdown' }
  | {
      readonly type: 'recovered'
      /** The turn that has no end on record. */
      readonly openTurn: OpenTurn | null
      /** What the conversation rested in, where that was no idle. */
      readonly rested: Unfinished | null
      readonly openCalls: readonly OpenCall[]
    }
  | {
      readonly type: 'timerFired'
      readonly timerId: TimerId
      /** Said where a request is due and its conversation has used up its budget. */
      readonly overBudget?: OverBudget
    }
  | { readonly type: 'llmStreamStarted'; readonly requestId: WorkId }
  | {
      readonly type: 'llmResponded'
      readonly requestId: WorkId
      readonly blocks: readonly Block[]
      /** One for each toolCall block, in their order. */
      readonly calls: readonly CallFacts[]
      readonly end: ReplyEnd
      readonly usage: Usage
      /** How large the request was, in tokens: our measure of it. */
      readonly requestTokens: number
      /** What the request ended with: decides what an empty reply means. */
      readonly follows: 'message' | 'results'
    }
  | {
      readonly type: 'llmFailed'
      readonly requestId: WorkId
      readonly kind: LlmFailureKind
      readonly detail: string
      readonly retryAfterMs: number | null
      /** Of a refused request: what would change it and fits what was said against it, in the order of trial. */
      readonly repairs: readonly Repair[]
    }
  | {
      readonly type: 'toolFinished'
      readonly workId: WorkId
      readonly outcome: 'ok' | 'failed' | 'timedOut' | 'aborted'
      readonly content: readonly ToolContent[]
      readonly summary: string | null
      /** What it made of files. */
      readonly files: readonly FileChange[]
      /** What hooks did before and after it. Absent: none ran. */
      readonly hooks?: readonly HookRun[] | undefined
      /** SHA-256 over outcome and content: whether a call came to the same as the one before. */
      readonly digest: string
    }
  | {
      readonly type: 'childChanged'
      readonly agentId: AgentId
      readonly now:
        | { readonly type: 'working' }
        | { readonly type: 'asking' }
        | {
            readonly type: 'ended'
            readonly outcome: SubAgentOutcome
            readonly text: string
            /** What its requests took and gave. */
            readonly tokens: number
          }
    }
  | { readonly type: 'workLost'; readonly workId: WorkId | TimerId }
  | { readonly type: 'storeFailed'; readonly fault: StoreFault }

/** A summary that a model made of the other conversation or (`model` null) an excerpt of it; or its messages, copied. */
export type ForkBeginning =
  | { readonly type: 'summary'; readonly text: string; readonly model: string | null }
  | { readonly type: 'messages'; readonly messages: readonly NewMessage[] }

export type InputOf<Type extends Input['type']> = Extract<Input, { type: Type }>
export type ConversationEvent = Input & Envelope
export type EventOf<Type extends Input['type']> = InputOf<Type> & Envelope
