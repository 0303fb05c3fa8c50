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

/** Why an event changes nothing. nothingToDo and stale are reported as success; the sender receives all others. */
export type Refusal =
  'busy' | 'cancelling' | 'contextFull' | 'ended' | 'folderGone' | 'nothingToDo' | 'stale'

/** A sub-agent's conversation, created by the step that starts it. `index` is its place among the call's tasks. */
export interface NewChild {
  readonly agentId: AgentId
  readonly callId: CallId
  readonly index: number
  readonly task: string
  readonly kind: AgentKind
  /** The name of its model; null for the parent's. */
  readonly model: string | null
}

export interface Moved {
  readonly type: 'moved'
  readonly state: ConversationState
  readonly messages: readonly NewMessage[]
  readonly lifecycle: readonly Lifecycle[]
  /** The sub-agents that this step creates. */
  readonly children: readonly NewChild[]
  /** The folder rules that a person creates with this step. */
  readonly rules: readonly Rule[]
  readonly effects: readonly Effect[]
}

export type Step = Moved | { readonly type: 'refused'; readonly reason: Refusal }

export function refused(reason: Refusal): Step {
  return { type: 'refused', reason }
}

/** Starts a turn unless its folder is missing. */
export function unlessFolderGone({ isFolderGone }: Envelope, begin: () => Step): Step {
  return isFolderGone ? refused('folderGone') : begin()
}

/**
 * A step under construction: collects, in order, what the step stores and starts. Every id derives from the event's id:
 * `derive(event.id, n)`. It lives for one call of `transition`.
 */
export class Draft {
  #count = 0
  readonly #messages: NewMessage[] = []
  readonly #lifecycle: Lifecycle[] = []
  readonly #children: NewChild[] = []
  readonly #rules: Rule[] = []
  readonly #effects: Effect[] = []
  readonly #envelope: Envelope

  constructor(envelope: Envelope) {
    this.#envelope = envelope
  }

  get at(): number {
    return this.#envelope.at
  }

  get random(): number {
    return this.#envelope.random
  }

  get printed(): string {
    return this.#envelope.printed
  }

  get isFolderGone(): boolean {
    return this.#envelope.isFolderGone
  }

  newTurnId(): TurnId {
    return this.#newId() as TurnId
  }

  newWorkId(): WorkId {
    return this.#newId() as WorkId
  }

  newTimerId(): TimerId {
    return this.#newId() as TimerId
  }

  newAgentId(): AgentId {
    return this.#newId() as AgentId
  }

  #newMessageId(): MessageId {
    return this.#newId() as MessageId
  }

  #newId(): string {
    return derive(this.#envelope.id, this.#count++)
  }

  /** Adds a message under the given id, or one derived from the event. */
  addMessage(content: MessageContent, id: MessageId = this.#newMessageId()): MessageId {
    this.#messages.push({ id, at: this.#envelope.at, content })
    return id
  }

  /** Adds a copy of another conversation's message, with its given id and its original time. */
  copy(message: NewMessage): void {
    this.#messages.push(message)
  }

  record(entry: Lifecycle): void {
    this.#lifecycle.push(entry)
  }

  create(child: NewChild): void {
    this.#children.push(child)
  }

  saveRule(rule: Rule): void {
    this.#rules.push(rule)
  }

  start(effect: Effect): void {
    this.#effects.push(effect)
  }

  /** Starts a timer and returns when it is due. */
  startTimer(timerId: TimerId, afterMs: number): number {
    this.#effects.push({ type: 'startTimer', timerId, afterMs })
    return this.#envelope.at + afterMs
  }

  moveTo(state: ConversationState): Moved {
    return {
      type: 'moved',
      state,
      messages: this.#messages,
      lifecycle: this.#lifecycle,
      children: this.#children,
      rules: this.#rules,
      effects: this.#effects,
    }
  }
}

export function derive(eventId: EventId, n: number): string {
  return `${eventId}.${n}`
}

/** Returns the event that an id was derived from; null if it was not derived. */
export function derivedFrom(id: string): EventId | null {
  const event = /^(.+)\.\d+$/.exec(id)?.[1]
  return event === undefined ? null : (event as EventId)
}
