import type { Block } from '../../shared/content.ts'
import { type ConversationState, IDLE } from '../../shared/conversation-state.ts'
import type { EventId, MessageId, TimerId, WorkId } from '../../shared/ids.ts'
import { awaitedBy } from './awaited.ts'
import { type ContextState, contextPath } from './context-path.ts'
import type { CallFacts, ConversationEvent, Input } from './event.ts'
import type { Moved, Step } from './step.ts'
import { testContext } from './test-context.ts'
import { transition } from './transition.ts'

const USAGE = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }

/** One conversation, walked step by step through the machine alone. For tests. */
export class Walk {
  state: ConversationState = IDLE
  private count = 0
  private readonly context = testContext()

  /** Tries an event where the walk stands, and stays there. */
  try(input: Input): Step {
    return transition(this.state, this.context, this.envelop(input))
  }

  take(input: Input): Moved & { readonly path: readonly ContextState[] } {
    const event = this.envelop(input)
    const step = transition(this.state, this.context, event)
    if (step.type === 'refused') throw new Error(`refused: ${step.reason}`)
    const path = contextPath(this.state, event, step)
    this.state = step.state
    return { ...step, path }
  }

  say(text = 'Hello'): ReturnType<Walk['take']> {
    return this.take(message(text))
  }

  fireTimer(): ReturnType<Walk['take']> {
    return this.take({ type: 'timerFired', timerId: this.timer })
  }

  /** A request that is under way: connecting, or streaming already. */
  ask(isStreaming = false): this {
    this.say()
    this.fireTimer()
    if (isStreaming) this.take({ type: 'llmStreamStarted', requestId: this.work })
    return this
  }

  answer(text: string): ReturnType<Walk['take']> {
    return this.reply([{ type: 'text', text }])
  }

  callBash(...commands: readonly string[]): ReturnType<Walk['take']> {
    return this.reply(commands.map(bash))
  }

  fail(kind: 'overloaded' | 'auth'): ReturnType<Walk['take']> {
    const requestId = this.work
    return this.take({ type: 'llmFailed', requestId, kind, detail: 'No.', retryAfterMs: null })
  }

  finishTool(outcome: 'ok' | 'failed' = 'ok'): ReturnType<Walk['take']> {
    const content = [{ type: 'text', text: 'out' }] as const
    return this.take({ type: 'toolFinished', workId: this.work, outcome, content, summary: null })
  }

  get work(): WorkId {
    const [work] = awaitedBy(this.state).works
    if (work === undefined) throw new Error('no work is awaited')
    return work
  }

  private get timer(): TimerId {
    const [timer] = awaitedBy(this.state).timers
    if (timer === undefined) throw new Error('no timer is awaited')
    return timer
  }

  private reply(blocks: readonly Block[]): ReturnType<Walk['take']> {
    const calls = blocks.flatMap((block): CallFacts[] => {
      if (block.type !== 'toolCall') return []
      const check = { type: 'runnable', limitMs: 60_000 } as const
      return [{ name: block.name, input: block.input, digest: 'd', check }]
    })
    const end = calls.length > 0 ? 'toolUse' : 'endTurn'
    const heard = { requestId: this.work, usage: USAGE, follows: 'message' } as const
    return this.take({ type: 'llmResponded', blocks, calls, end, ...heard })
  }

  private envelop(input: Input): ConversationEvent {
    const id = `e${this.count++}` as EventId
    return { ...input, id, at: 1_000 * this.count, random: 0.5, printed: '' }
  }
}

export function message(text: string): Input {
  return { type: 'userMessage', messageId: `m ${text}` as MessageId, text, attachments: [] }
}

function bash(command: string): Block {
  const input = { type: 'object', value: { command } } as const
  return { type: 'toolCall', providerCallId: command, name: 'bash', input }
}
