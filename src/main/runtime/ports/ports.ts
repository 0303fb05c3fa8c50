import type { ChangePreview } from '../../../shared/change-preview.ts'
import type { Block, Usage } from '../../../shared/content.ts'
import type { Effort } from '../../../shared/effort.ts'
import type { ConversationState } from '../../../shared/conversation-state.ts'
import type {
  Call,
  FolderRule,
  InstructionsInForce,
  PermissionMode,
  Provider,
  Rule,
} from '../../../shared/turn.ts'
import type { WaitingMessage } from '../../../shared/waiting.ts'
import type { StoredSummary, Silence } from '../../../shared/conversation.ts'
import type { CallId, ConversationId, EventId, MessageId, WorkId } from '../../../shared/ids.ts'
import type { Message, MessageDraft, NewMessage, ReplyEnd } from '../../../shared/message.ts'
import type { Spend } from '../../../shared/price.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { StopReason } from '../../core/machine/effect.ts'
import type {
  CallFacts,
  InputOf,
  LlmFailureKind,
  OpenCall,
  OpenTurn,
  StoreFault,
} from '../../core/machine/event.ts'
import type { Lifecycle } from '../../core/machine/lifecycle.ts'
import type { Objection } from '../../core/request/repairs.ts'
import type { ModelRequest, ToolSpec } from '../../core/request/model-request.ts'
import type { NewChild } from '../../core/machine/step.ts'
import type { StoredEvent } from '../../core/log/stored.ts'
import type { TitleSource } from '../../core/turn/title.ts'
import type { OwnSettings } from './own-settings.ts'
import type { ToolUser } from './tool-user.ts'

/**
 * The only doors to the world. A port never rejects and never throws on purpose: what can go wrong is in its outcome.
 * (A wrapper in effect-runner turns the bug that does into the one failed outcome.)
 */
export interface Clock {
  /** ms since 1970. */
  now(): number
}

export interface Timers {
  /** Ms of awake time since some moment: what timers go by. Of use only where one of them waits meanwhile. */
  awake(): number
  /** Calls back once after so many ms of awake time; the answer takes it back. */
  start(afterMs: number, fire: () => void): () => void
  /** Calls back after all input that has already arrived: what people say goes ahead of what work reports. */
  soon(run: () => void): void
}

/** Ids are unique across restarts and conversations; a random number is in [0, 1). */
export interface Ids {
  next(): EventId
  random(): number
}

/** An abort signal's reason. Aborts are known by the signal, never by the text of an error (T07). */
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
      /** ms, a finite number of 0 or more; null where the provider named none. */
      readonly retryAfterMs: number | null
      /** Of a refused request: what of it was refused; null: nothing that could be changed. */
      readonly objection: Objection | null
    }

export interface ModelCall {
  readonly conversationId: ConversationId
  readonly provider: Provider
  readonly request: ModelRequest
  /** As it is wanted: what the model can be told of it is found where it is asked. */
  readonly effort: Effort
  /** Whether it may search the web by a tool of its provider. Left out: no. */
  readonly webSearch?: boolean
  /** Its reason is a Stop. */
  readonly signal: AbortSignal
  /** The first byte of the answer came. Called at most once. */
  onStarted(): void
  onDelta(part: 'text' | 'thinking', text: string): void
  /**
   * A call is being written: the next piece of the JSON of its input, the first of which may be empty. `call`: a number that is
   * its own in this reply. `name`: of the tool, empty where only an earlier piece, or a later one, has it.
   */
  onCallDelta(call: number, name: string, json: string): void
  /** A silence that has lasted long enough to be told of; null: it is over. */
  onSilence(silence: Silence | null): void
}

export interface ModelPort {
  ask(call: ModelCall): Promise<ModelOutcome>
  /** What holds of a provider now, where its server has said more since it was chosen. Left out: what it was chosen with. */
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
  /** Whether a result that the model has before it holds exactly these words as a part. */
  isKnownToModel(words: string): boolean
  /** Live output for the screen, already decoded: whole characters, control bytes but ANSI colours removed. */
  onOutput(text: string): void
}

export type ToolOutcome = Pick<
  InputOf<'toolFinished'>,
  'outcome' | 'content' | 'summary' | 'files' | 'digest'
>

export interface ToolPort {
  /** What is shown to it, always in the same order. */
  specs(user: ToolUser): readonly ToolSpec[]
  /** Finds the facts of a call; touches the disk where it must. */
  inspect(
    call: Pick<Call, 'name' | 'input'>,
    at: { readonly folder: string; readonly caller: ToolUser['caller'] },
  ): Promise<CallFacts>
  /** What a call that waits for a person's word would change if it ran now. Never runs it, never writes. */
  preview(
    call: Call,
    at: { readonly conversationId: ConversationId; readonly folder: string },
  ): Promise<ChangePreview>
  /**
   * Runs one call. Resolves after an abort when its processes are gone (or given up and listed as orphans), after a normal
   * end at once: the conversation's next run waits for the clean-up.
   */
  run(run: ToolRun): Promise<ToolOutcome>
}

/** One row of the log: an input or a lifecycle entry, in one sequence. */
export type LogRow =
  | {
      readonly id: string
      readonly kind: 'input'
      readonly at: number
      readonly event: StoredEvent
    }
  | {
      readonly id: string
      readonly kind: 'lifecycle'
      readonly at: number
      readonly parentEventId: EventId
      readonly entry: Lifecycle
    }

/** What one step writes, whole or not at all. */
export interface Commit {
  readonly conversationId: ConversationId
  readonly rows: readonly LogRow[]
  readonly messages: readonly NewMessage[]
  readonly state: ConversationState
  readonly at: number
  /** Given where this step brings the first message of a conversation without title. */
  readonly title: string | null
  /** Given where a person says in this step where the folder is now. */
  readonly folder: string | null
  /** The draft goes with the send that it became (R14). */
  readonly clearsDraft: boolean
  /** Waiting messages go with the sends that they became. */
  readonly delivered: readonly MessageId[]
  /** All the others that wait are held from this step on. */
  readonly holdsWaiting: boolean
  /** Sub-agents' conversations, with the folder and the permissions of this one. */
  readonly children: readonly NewChild[]
}

export interface Committed {
  /** The sequence before and after: taken inside the transaction. */
  readonly after: number
  readonly seq: number
  readonly messages: readonly Message[]
}

export interface StoredConversation extends OwnSettings {
  readonly id: ConversationId
  readonly title: string | null
  readonly titleSource: TitleSource
  /** Changed since somebody looked at it. */
  readonly isUnread: boolean
  readonly folder: string
  /** Null: a person's own conversation, in the list. */
  readonly parent: ParentLink | null
  /** The conversation that it was forked from. */
  readonly forkedFrom: ConversationId | null
  /** The files of instructions as they were last read, by its log. */
  readonly instructions: InstructionsInForce
  readonly createdAt: number
  readonly updatedAt: number
  /** Null: what is stored cannot be read. */
  readonly state: ConversationState | null
  readonly seq: number
  /** The last session has no end on record. */
  readonly hasOpenSession: boolean
}

/** Which call started a sub-agent, and at which place of its tasks it stands. */
export interface ParentLink {
  readonly conversationId: ConversationId
  readonly callId: CallId
  readonly index: number
  readonly task: string
  readonly kind: NewChild['kind']
}

/** What a restart needs to know of a conversation that was not idle (rule 7). */
export interface RecoveryFacts {
  readonly openTurn: OpenTurn | null
  readonly rested: InputOf<'recovered'>['rested']
  readonly openCalls: readonly OpenCall[]
}

export interface Store {
  createConversation(row: {
    readonly id: ConversationId
    readonly folder: string
    readonly permissionMode: PermissionMode
    /** Left out: no. */
    readonly webSearch?: boolean
    readonly at: number
  }): Result<StoredSummary, StoreFault>
  /** A person's own in the folder of another, with its permissions, and what it begins with: all of it or nothing (T72). */
  forkConversation(from: ConversationId, first: Commit): Result<StoredSummary, StoreFault>
  /** Persons' own conversations; sub-agents are not listed. */
  list(): readonly StoredSummary[]
  conversation(id: ConversationId): StoredConversation | null
  /** Oldest first; the newest `limit` of those before `beforeSeq` (null: of all). */
  messages(
    id: ConversationId,
    page: { beforeSeq: number | null; limit: number },
  ): readonly Message[]
  /** All messages, oldest first: what requests are built from. */
  history(id: ConversationId): readonly Message[]
  /** What the answers of its sub-agents took and gave, as far as they are on record. */
  subAgentSpend(id: ConversationId): Spend
  /** A stored message of any conversation. */
  message(id: MessageId): { conversationId: ConversationId; message: Message } | null
  commit(commit: Commit): Result<Committed, StoreFault>
  draft(id: ConversationId): MessageDraft
  saveDraft(id: ConversationId, draft: MessageDraft): Result<null, StoreFault>
  configure(id: ConversationId, own: OwnSettings): Result<null, StoreFault>
  /** What waits to be sent, in order. */
  waiting(id: ConversationId): readonly WaitingMessage[]
  /** Puts it last, or in place of the one of the same id. */
  putWaiting(id: ConversationId, message: WaitingMessage): Result<null, StoreFault>
  removeWaiting(id: ConversationId, messageId: MessageId): Result<null, StoreFault>
  orderWaiting(id: ConversationId, order: readonly MessageId[]): Result<null, StoreFault>
  rules(folder: string): readonly Rule[]
  /** Saved twice, it is there once. */
  saveRule(folder: string, rule: Rule): Result<null, StoreFault>
  /** Of every folder, by its name. */
  allRules(): readonly FolderRule[]
  /** Done, too, where there is none. */
  removeRule(folder: string, rule: Rule): Result<null, StoreFault>
  rename(id: ConversationId, title: string, source: TitleSource): Result<null, StoreFault>
  markUnread(id: ConversationId, isUnread: boolean): Result<null, StoreFault>
  /** Conversations whose stored state is not idle (of a sub-agent: has not ended) or cannot be read; sub-agents first. */
  unsettled(): readonly ConversationId[]
  recoveryFacts(id: ConversationId): RecoveryFacts
  /** On disk before the recovery of a conversation starts: a start that dies in it is known by it (T67). */
  beginRecovery(id: ConversationId): Result<null, StoreFault>
  /** The recovery is over; of one set aside: a person may try it again. */
  endRecovery(id: ConversationId): Result<null, StoreFault>
  /** Conversations whose recovery was begun and never ended: read before one is begun, those that earlier starts died in. */
  setAside(): readonly ConversationId[]
}

/** Structured, local, never with a key. */
export interface Log {
  warn(what: string, facts: Readonly<Record<string, string | number>>): void
}
