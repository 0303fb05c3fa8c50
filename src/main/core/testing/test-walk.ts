import { assertNever } from '../../../shared/assert-never.ts'
import { type Block, textsOf } from '../../../shared/messages/content.ts'
import {
  type ConversationState,
  IDLE,
  type StateOf,
} from '../../../shared/conversation/conversation-state.ts'
import type { EventId, MessageId, TimerId, WorkId } from '../../../shared/ids.ts'
import { awaitedBy } from '../turn/awaited.ts'
import type { Context } from '../machine/context.ts'
import { contextAfter } from '../machine/context-after.ts'
import { type ContextState, contextPath } from '../machine/context-state.ts'
import type {
  CallFacts,
  ConversationEvent,
  Input,
  InputOf,
  LlmFailureKind,
} from '../machine/event.ts'
import type { RepairType } from '../../../shared/messages/repair.ts'
import type { Moved, Step } from '../machine/step.ts'
import { bash } from './test-calls.ts'
import { testContext } from './test-context.ts'
import { testRepair } from './test-repair.ts'
import { transition } from '../transition.ts'

const USAGE = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }

export type Walked = Moved & { readonly path: readonly ContextState[] }

/** Walks one conversation step by step through the machine only. For tests. */
export class Walk {
  state: ConversationState = IDLE
  context: Context
  /** The time of the next event. */
  at = 1_000
  /** The randomness of the next event. */
  random = 0.5
  /** The output of the current call so far. */
  printed = ''
  isFolderGone = false
  sleptMs = 0
  #count = 0

  constructor(change: Partial<Context> = {}) {
    this.context = { ...testContext(), ...change }
  }

  /** Walks a sub-agent's conversation. */
  static child(change: Partial<Context> = {}): Walk {
    const { conversationId: parent } = testContext()
    return new Walk({ ...change, role: { type: 'child', parent, kind: 'worker' } })
  }

  /** Tries an event without taking the step. */
  try(input: Input): Step {
    return transition(this.state, this.context, this.envelop(input))
  }

  take(input: Input): Walked {
    const event = this.envelop(input)
    const step = transition(this.state, this.context, event)
    if (step.type === 'refused') throw new Error(`refused: ${step.reason}`)
    const path = contextPath(this.state, event, step)
    this.state = step.state
    this.context = contextAfter(this.context, event)
    return { ...step, path }
  }

  /** Returns the state, which must be of this type. */
  in<Type extends ConversationState['type']>(type: Type): StateOf<Type> {
    const { state } = this
    if (state.type !== type) throw new Error(`in ${state.type}, not in ${type}`)
    return state as StateOf<Type>
  }

  say(text = 'Hello', mode: InputOf<'userMessage'>['mode'] = 'policy'): Walked {
    return this.take(message(text, mode))
  }

  fireTimer(): Walked {
    return this.take({ type: 'timerFired', timerId: this.timer })
  }

  /** Leads to a running request: connecting, or already streaming. */
  ask(isStreaming = false): this {
    this.say()
    this.fireTimer()
    if (isStreaming) this.take({ type: 'llmStreamStarted', requestId: this.work })
    return this
  }

  answer(text: string, more: Partial<InputOf<'llmResponded'>> = {}): Walked {
    return this.reply([{ type: 'text', text }], [], { end: 'endTurn', ...more })
  }

  /** Replies with these calls and no text. */
  call(...calls: readonly CallFacts[]): Walked {
    return this.reply(calls.map(blockOf), calls, { end: 'toolUse' })
  }

  callBash(...commands: readonly string[]): Walked {
    return this.call(...commands.map((command) => bash(command)))
  }

  fail(kind: LlmFailureKind, retryAfterMs: number | null = null): Walked {
    return this.#failWith({ kind, retryAfterMs })
  }

  /** Refuses the request; these repairs would change it. */
  refuse(...types: readonly RepairType[]): Walked {
    return this.#failWith({ kind: 'invalidRequest', repairs: types.map(testRepair) })
  }

  /** Reports a request beyond the model's context; these repairs would make room. */
  tooLong(...types: readonly RepairType[]): Walked {
    return this.#failWith({ kind: 'contextFull', repairs: types.map(testRepair) })
  }

  #failWith(failure: Partial<InputOf<'llmFailed'>>): Walked {
    const plain = { kind: 'network', detail: 'No.', retryAfterMs: null, repairs: [] } as const
    return this.take({ type: 'llmFailed', requestId: this.work, ...plain, ...failure })
  }

  /** Fails all attempts with one provider; each wait ends at once. */
  failThrice(kind: LlmFailureKind = 'overloaded'): Walked {
    for (let attempt = 1; attempt < 3; attempt++) {
      this.fail(kind)
      this.fireTimer()
    }
    return this.fail(kind)
  }

  finishTool(outcome: InputOf<'toolFinished'>['outcome'] = 'ok', digest = 'r'): Walked {
    const content = [{ type: 'text', text: 'out' }] as const
    const workId = this.work
    return this.take({
      type: 'toolFinished',
      workId,
      outcome,
      content,
      summary: null,
      files: [],
      digest,
    })
  }

  cancel(by: InputOf<'cancelRequested'>['by'] = 'user'): Walked {
    return this.take({ type: 'cancelRequested', by })
  }

  /** Reports a change of the sub-agent of this task, counted from 0. */
  child(index: number, now: InputOf<'childChanged'>['now']): Walked {
    return this.take(this.childEvent(index, now))
  }

  childEvent(index: number, now: InputOf<'childChanged'>['now']): Input {
    const child = this.in('awaitingSubAgents').children[index]
    if (child === undefined) throw new Error(`no sub-agent ${index}`)
    return { type: 'childChanged', agentId: child.agentId, now }
  }

  get work(): WorkId {
    const [work] = awaitedBy(this.state).works
    if (work === undefined) throw new Error('no work is awaited')
    return work
  }

  get timer(): TimerId {
    const [timer] = awaitedBy(this.state).timers
    if (timer === undefined) throw new Error('no timer is awaited')
    return timer
  }

  reply(
    blocks: readonly Block[],
    calls: readonly CallFacts[],
    more: Partial<InputOf<'llmResponded'>>,
  ): Walked {
    const request = { requestId: this.work, usage: USAGE, requestTokens: 1_000 } as const
    const rest = { follows: 'message', end: 'endTurn', ...more } as const
    return this.take({ type: 'llmResponded', blocks, calls, ...request, ...rest })
  }

  envelop(input: Input): ConversationEvent {
    const id = `e${this.#count++}` as EventId
    const envelope = { id, at: this.at, random: this.random, printed: this.printed }
    return { ...input, ...envelope, isFolderGone: this.isFolderGone, sleptMs: this.sleptMs }
  }
}

export function message(text: string, mode: InputOf<'userMessage'>['mode'] = 'policy'): Input {
  const messageId = `m ${text}` as MessageId
  return { type: 'userMessage', messageId, text, attachments: [], mode }
}

/** A sub-agent has submitted its result. */
export function submitted(text: string): InputOf<'childChanged'>['now'] {
  return { type: 'ended', outcome: 'completed', text, tokens: 0 }
}

export function blockOf({ name, input }: CallFacts): Block {
  return { type: 'toolCall', providerCallId: name, name, input }
}

/** Returns the texts of a step's messages, each after its kind. */
export function wordsIn({ messages }: Moved): readonly string[] {
  return messages.map(({ content }) => {
    switch (content.type) {
      case 'agent':
        return `agent: ${content.blocks.length}`
      case 'tool':
        return `${content.outcome}: ${textsOf(content.content).join('')}`
      case 'subAgent':
        return `subAgent ${content.outcome}: ${content.text}`
      case 'undo':
        return `undo ${content.heard}: ${content.files.map(({ shown }) => shown).join()}`
      case 'attachmentsDropped':
      case 'unreadable':
        return content.type
      case 'rewound':
        return `rewound from ${content.fromSeq}`
      case 'user':
      case 'summary':
      case 'repair':
      case 'system':
      case 'error':
        return `${content.type}: ${content.text}`
      default:
        return assertNever(content)
    }
  })
}

export function effectTypes(step: Moved): readonly string[] {
  return step.effects.map(({ type }) => type)
}
