import type { AgentKind } from '../../../shared/conversation/agent-kind.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type {
  AgentId,
  CallId,
  EventId,
  MessageId,
  TimerId,
  TurnId,
  WorkId,
} from '../../../shared/ids.ts'
import type { MessageContent, NewMessage } from '../../../shared/messages/message.ts'
import type { Rule } from '../../../shared/conversation/turn.ts'
import type { Effect } from './effect.ts'
import type { Envelope } from './event.ts'
import type { Lifecycle } from './lifecycle.ts'

/**
 * Why an event changes nothing. nothingToDo and stale are answered as done; all others are told to the sender.
 */
export type Refusal =
  'busy' | 'cancelling' | 'contextFull' | 'ended' | 'folderGone' | 'nothingToDo' | 'stale'

/** A conversation of a sub-agent, made by the step that calls for it. `index`: its place among the call's tasks. */
export interface NewChild {
  readonly agentId: AgentId
  readonly callId: CallId
  readonly index: number
  readonly task: string
  readonly kind: AgentKind
  /** Its name; null: as its parent. */
  readonly model: string | null
}

export interface Moved {
  readonly type: 'moved'
  readonly state: ConversationState
  readonly messages: readonly NewMessage[]
  readonly lifecycle: readonly Lifecycle[]
  /** Sub-agents that come to be with this step. */
  readonly children: readonly NewChild[]
  /** Rules of the folder that a person gives with this step. */
  readonly rules: readonly Rule[]
  readonly effects: readonly Effect[]
}

export type Step = Moved | { readonly type: 'refused'; readonly reason: Refusal }

export function refused(reason: Refusal): Step {
  return { type: 'refused', reason }
}

/** No turn begins in a folder that is gone. */
export function unlessFolderGone({ isFolderGone }: Envelope, begin: () => Step): Step {
  return isFolderGone ? refused('folderGone') : begin()
}

/**
 * One step in the making: collects, in the order written, what the step stores and starts. Every id comes from the
 * event's: `derive(event.id, n)`. It lives for one call of `transition`.
 */
export class Draft {
  private count = 0
  private readonly messages: NewMessage[] = []
  private readonly lifecycle: Lifecycle[] = []
  private readonly children: NewChild[] = []
  private readonly rules: Rule[] = []
  private readonly effects: Effect[] = []
  private readonly envelope: Envelope

  constructor(envelope: Envelope) {
    this.envelope = envelope
  }

  get at(): number {
    return this.envelope.at
  }

  get random(): number {
    return this.envelope.random
  }

  get printed(): string {
    return this.envelope.printed
  }

  get isFolderGone(): boolean {
    return this.envelope.isFolderGone
  }

  newTurnId(): TurnId {
    return this.newId() as TurnId
  }

  newWorkId(): WorkId {
    return this.newId() as WorkId
  }

  newTimerId(): TimerId {
    return this.newId() as TimerId
  }

  newAgentId(): AgentId {
    return this.newId() as AgentId
  }

  private newMessageId(): MessageId {
    return this.newId() as MessageId
  }

  private newId(): string {
    return derive(this.envelope.id, this.count++)
  }

  /** Adds a message under the given id, or one derived from the event. */
  addMessage(content: MessageContent, id: MessageId = this.newMessageId()): MessageId {
    this.messages.push({ id, at: this.envelope.at, content })
    return id
  }

  /** Adds a message of another conversation: under an id that it was given, with the time at which it was said. */
  copy(message: NewMessage): void {
    this.messages.push(message)
  }

  record(entry: Lifecycle): void {
    this.lifecycle.push(entry)
  }

  create(child: NewChild): void {
    this.children.push(child)
  }

  saveRule(rule: Rule): void {
    this.rules.push(rule)
  }

  start(effect: Effect): void {
    this.effects.push(effect)
  }

  /** Starts a timer and says when it is due. */
  startTimer(timerId: TimerId, afterMs: number): number {
    this.effects.push({ type: 'startTimer', timerId, afterMs })
    return this.envelope.at + afterMs
  }

  moveTo(state: ConversationState): Moved {
    const { messages, lifecycle, children, rules, effects } = this
    return { type: 'moved', state, messages, lifecycle, children, rules, effects }
  }
}

export function derive(eventId: EventId, n: number): string {
  return `${eventId}.${n}`
}

/** The event that the id of something was derived from. Null: it was not. */
export function derivedFrom(id: string): EventId | null {
  const event = /^(.+)\.\d+$/.exec(id)?.[1]
  return event === undefined ? null : (event as EventId)
}
