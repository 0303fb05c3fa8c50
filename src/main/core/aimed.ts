import type { ConversationState } from '../../shared/conversation-state.ts'
import { awaitedBy } from './awaited.ts'
import type { ConversationEvent, Envelope } from './event.ts'

/** Points an event at what the state waits for, three times out of four. */
export function aimed(
  event: ConversationEvent,
  state: ConversationState,
  choice: number,
): ConversationEvent {
  const { works, timers } = awaitedBy(state)
  const [work] = works
  const [timer] = timers
  if (choice === 0) return event
  if (event.type === 'timerFired' && timer !== undefined) return { ...event, timerId: timer }
  if ('requestId' in event && work !== undefined) return { ...event, requestId: work }
  if ('workId' in event && work !== undefined) return { ...event, workId: work }
  return event
}

/** What comes when the awaited work fails, or, without work, its timer fires. For tests. */
export function failureOf(
  state: ConversationState,
  work: ReturnType<typeof awaitedBy>['works'][number] | undefined,
  timer: ReturnType<typeof awaitedBy>['timers'][number] | undefined,
  around: Envelope,
): ConversationEvent {
  if (work !== undefined && state.type === 'llmRequesting') {
    return {
      ...around,
      type: 'llmFailed',
      requestId: work,
      kind: 'network',
      detail: 'x',
      retryAfterMs: null,
    }
  }
  if (work !== undefined) {
    return {
      ...around,
      type: 'toolFinished',
      workId: work,
      outcome: 'failed',
      content: [],
      summary: null,
    }
  }
  if (timer === undefined) throw new Error('a busy state without a timer')
  return { ...around, type: 'timerFired', timerId: timer }
}
