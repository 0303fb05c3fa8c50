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
import type { QuestionAnswer, UserQuestion } from '../../../shared/messages/user-question.ts'
import type { MessageMode } from '../../../shared/messages/waiting.ts'
import type {
  ApprovalAnswer,
  CallAction,
  Turn,
  Unfinished,
} from '../../../shared/conversation/turn.ts'
import type { Context, ContextChange } from './context.ts'

/**
 * What the runtime adds to an event when it accepts it. `at` is ms since 1970; `random` in [0, 1) is only for jitter;
 * `printed` is the end of the current call's output if the event can close a round, otherwise empty. `isFolderGone` is
 * determined only for events that start a person's turn or choose another folder, otherwise false. `sleptMs`: how much
 * further the wall clock went than the timers of the state, because the computer slept or its clock was set (negative:
 * back), otherwise 0.
 */
export interface Envelope {
  readonly id: EventId
  readonly at: number
  readonly random: number
  readonly printed: string
  readonly isFolderGone: boolean
  readonly sleptMs: number
}

/** A call of a reply as the tool port inspected it, before the permission policy decides. */
export interface CallFacts {
  readonly name: string
  readonly input: CallInput
  /** SHA-256 of the name, the input and what was seen of the files involved. */
  readonly digest: string
  /** `runnable`: a known tool with valid input. Otherwise the text that tells the model how to correct the call. */
  readonly check:
    | {
        readonly type: 'runnable'
        readonly limitMs: number
        readonly action: CallAction
        /** The text that a rule can name; null if there is none. */
        readonly subject: string | null
        /**
         * The place that the call touches, by real paths: inside the folder, outside it, or secrets. For a fetch,
         * `outside` means a private host.
         */
        readonly reach: 'inside' | 'outside' | 'secret'
      }
    | { readonly type: 'unusable'; readonly text: string }
}

/** How a request failed. `aborted`: by our own abort; `contextFull`: the provider called it too long. */
export type LlmFailureKind = ErrorKind | 'contextFull' | 'aborted'

/** A turn without a recorded end, as its start was recorded. */
export type OpenTurn = Pick<Turn, 'id' | 'goal' | 'unfinished'>

/** A call of the last reply without a result, as the store found it after a restart. */
export interface OpenCall {
  readonly callId: CallId
  readonly was:
    | { readonly type: 'waiting' }
    /** It waited for approval. */
    | { readonly type: 'asked' }
    /** It had asked a question that was not answered. */
    | { readonly type: 'questioned' }
    | { readonly type: 'started' }
    /** It had started sub-agents, all of which have ended by now; in the order of their tasks. */
    | { readonly type: 'delegated'; readonly children: readonly EndedChild[] }
}

/** A sub-agent and its result. */
export interface EndedChild {
  readonly agentId: AgentId
  readonly task: string
  readonly outcome: SubAgentOutcome
  readonly text: string
  /** The message with its result, if its end was recorded. */
  readonly messageId: MessageId | null
}

/** The events of a conversation. The first half comes from people and the host, the second from work. */
export type Input =
  | {
      readonly type: 'userMessage'
      readonly messageId: MessageId
      readonly text: string
      readonly attachments: readonly Attachment[]
      readonly mode: MessageMode
      /** Changes of instruction files. Absent if there are none. */
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
  /** A person answers the question that the agent asked with this call, or that the running call asks. */
  | {
      readonly type: 'questionAnswered'
      readonly callId: CallId
      /** Identifies a question of a running call. Absent for the agent's own question. */
      readonly number?: number | undefined
      readonly answer: QuestionAnswer
    }
  | { readonly type: 'continueRequested' }
  | { readonly type: 'retryRequested' }
  /** `throughSeq`: the end of the part to summarise; absent for everything. `focus`: what a person asks of it. */
  | {
      readonly type: 'compactRequested'
      readonly throughSeq?: number
      readonly focus?: string
    }
  /** A person gives a turn that reached its time limit the same time again. */
  | { readonly type: 'turnExtended'; readonly turnId: TurnId }
  /** A person excludes all images so far from requests. */
  | { readonly type: 'attachmentsDropped' }
  /** A person rewinds everything from this place on, which is one of their own messages, to rephrase it. */
  | { readonly type: 'rewound'; readonly fromSeq: number }
  /** The conversation begins with the messages of another one. */
  | { readonly type: 'forked'; readonly from: ForkBeginning }
  | { readonly type: 'settingsChanged'; readonly change: ContextChange }
  /** A person undid edits; the files are already restored. */
  | ({ readonly type: 'editsUndone' } & Pick<UndoContent, 'of' | 'messageIds' | 'files'>)
  /** A person's hooks have checked a message, before the model is asked, or a completed turn. */
  | {
      readonly type: 'hooksAnswered'
      readonly of:
        | {
            readonly type: 'message'
            /** The request that waits for the hooks. */
            readonly requestId: WorkId
            /** The place of the message: everything from here on is rewound if a hook blocks it. */
            readonly fromSeq: number
            /** Text for the model; empty if there is none. */
            readonly text: string
          }
        | { readonly type: 'turn' }
      readonly runs: readonly HookRun[]
      /** Why a hook blocks the message or the end of the turn. Null if none does. */
      readonly blocks: string | null
    }
  | { readonly type: 'shutdownRequested' }
  | {
      readonly type: 'sessionOpened'
      readonly context: Context
      readonly unclosed: boolean
      /** The version of the program that writes from here on; early versions did not record it. */
      readonly version?: string
    }
  | { readonly type: 'sessionClosed'; readonly reason: 'closed' | 'shutdown' }
  | {
      readonly type: 'recovered'
      /** The turn without a recorded end. */
      readonly openTurn: OpenTurn | null
      /** The unfinished turn that the conversation rested with, if it was not simply idle. */
      readonly rested: Unfinished | null
      readonly openCalls: readonly OpenCall[]
    }
  | {
      readonly type: 'timerFired'
      readonly timerId: TimerId
      /** Set if a request is due and the conversation has used up its budget. */
      readonly overBudget?: OverBudget
    }
  | { readonly type: 'llmStreamStarted'; readonly requestId: WorkId }
  | {
      readonly type: 'llmResponded'
      readonly requestId: WorkId
      readonly blocks: readonly Block[]
      /** One for each toolCall block, in the same order. */
      readonly calls: readonly CallFacts[]
      readonly end: ReplyEnd
      readonly usage: Usage
      /** The size of the request in tokens, by our own estimate. */
      readonly requestTokens: number
      /** The kind of the request's last content; it decides what an empty reply means. */
      readonly follows: 'message' | 'results'
    }
  | {
      readonly type: 'llmFailed'
      readonly requestId: WorkId
      readonly kind: LlmFailureKind
      readonly detail: string
      readonly retryAfterMs: number | null
      /** For a refused request: the repairs that fit the refusal and would change the request, in the order to try. */
      readonly repairs: readonly Repair[]
    }
  | {
      readonly type: 'toolFinished'
      readonly workId: WorkId
      readonly outcome: 'ok' | 'failed' | 'timedOut' | 'aborted'
      readonly content: readonly ToolContent[]
      readonly summary: string | null
      /** Its changes to files. */
      readonly files: readonly FileChange[]
      /** Runs of hooks before and after the call. Absent if there are none. */
      readonly hooks?: readonly HookRun[] | undefined
      /** SHA-256 of outcome and content: shows whether a call had the same result as the one before. */
      readonly digest: string
    }
  /** A running tool asks a person. */
  | {
      readonly type: 'toolAsked'
      readonly workId: WorkId
      readonly number: number
      readonly by: string
      readonly question: UserQuestion
    }
  /** The tool no longer needs the answer. */
  | { readonly type: 'questionWithdrawn'; readonly workId: WorkId; readonly number: number }
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
            /** The tokens of its requests and replies. */
            readonly tokens: number
          }
    }
  | { readonly type: 'workLost'; readonly workId: WorkId | TimerId }
  | { readonly type: 'storeFailed'; readonly fault: StoreFault }

/** A summary of the other conversation, made by a model or, if `model` is null, an excerpt; or copies of its messages. */
export type ForkBeginning =
  | { readonly type: 'summary'; readonly text: string; readonly model: string | null }
  | { readonly type: 'messages'; readonly messages: readonly NewMessage[] }

export type InputOf<Type extends Input['type']> = Extract<Input, { type: Type }>
export type ConversationEvent = Input & Envelope
export type EventOf<Type extends Input['type']> = InputOf<Type> & Envelope
