import { NO_USAGE } from '../../shared/content.ts'
import { type ConversationState, IDLE } from '../../shared/conversation-state.ts'
import type { EventId, MessageId } from '../../shared/ids.ts'
import { awaitedBy } from './awaited.ts'
import type { Input } from './event.ts'
import { testContext } from './test-context.ts'
import { transition } from './transition.ts'

const call = { name: 'bash', input: { type: 'object', value: { command: 'true' } } } as const

/** A short life of a conversation: asked, failed, asked again, a tool, a cancel. For the test of purity. */
export function walk(): readonly string[] {
  const names: string[] = []
  let state: ConversationState = IDLE
  const take = (input: Input): void => {
    const around = {
      id: `e${names.length}` as EventId,
      at: 1_000,
      random: 0.5,
      printed: '',
      isFolderGone: false,
    }
    const step = transition(state, testContext(), { ...input, ...around })
    if (step.type === 'moved') state = step.state
    names.push(state.type)
  }
  const fire = (): void => {
    const [timerId] = awaitedBy(state).timers
    if (timerId !== undefined) take({ type: 'timerFired', timerId })
  }
  const answer = (
    report: (requestId: ReturnType<typeof awaitedBy>['works'][number]) => Input,
  ): void => {
    const [requestId] = awaitedBy(state).works
    if (requestId !== undefined) take(report(requestId))
  }
  take({
    type: 'userMessage',
    messageId: 'm' as MessageId,
    text: 'Go',
    attachments: [],
    mode: 'policy',
  })
  fire()
  answer((requestId) => {
    return {
      type: 'llmFailed',
      requestId,
      kind: 'overloaded',
      detail: '',
      retryAfterMs: null,
      repairs: [],
    }
  })
  fire()
  answer((requestId) => ({
    type: 'llmResponded',
    requestId,
    blocks: [{ type: 'toolCall', providerCallId: 'x', ...call }],
    calls: [
      {
        ...call,
        digest: 'd',
        check: {
          type: 'runnable',
          limitMs: 1_000,
          action: 'command',
          subject: 'true',
          reach: 'inside',
        },
      },
    ],
    end: 'toolUse',
    usage: NO_USAGE,
    requestTokens: 10,
    follows: 'message',
  }))
  take({ type: 'cancelRequested', by: 'user' })
  fire()
  return names
}
