import { assertNever } from '../src/shared/assert-never.ts'
import type { Effect } from '../src/main/core/machine/effect.ts'
import type { ConversationEvent, Input } from '../src/main/core/machine/event.ts'

/**
 * Work or a timer that an effect has started and that has not reported its end. `afterMs`: its longest duration; null:
 * unlimited.
 */
export interface Live {
  readonly id: string
  readonly kind: 'request' | 'tool' | 'child' | 'timer'
  readonly afterMs: number | null
  /** Ordered to stop: no state has to wait for it. */
  readonly isStopped: boolean
}

/** Returns the work or timer that ends with this event. */
export function endedBy(event: Input): string | null {
  switch (event.type) {
    case 'timerFired':
      return event.timerId
    case 'llmResponded':
    case 'llmFailed':
      return event.requestId
    case 'toolFinished':
    case 'workLost':
      return event.workId
    case 'childChanged':
      return event.now.type === 'ended' ? event.agentId : null
    case 'userMessage':
    case 'cancelRequested':
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'toolAsked':
    case 'questionWithdrawn':
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
    case 'turnExtended':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
    case 'settingsChanged':
    case 'editsUndone':
    case 'hooksAnswered':
    case 'shutdownRequested':
    case 'sessionOpened':
    case 'sessionClosed':
    case 'recovered':
    case 'llmStreamStarted':
    case 'storeFailed':
      return null
    default:
      return assertNever(event)
  }
}

/** True for the first events of a life of the app, when nothing is alive yet. */
export function isOfNewLife(event: ConversationEvent): boolean {
  return event.type === 'sessionOpened' || event.type === 'recovered'
}

/**
 * Returns what is alive after an event and the effects of its step. A stopped timer is gone; stopped work ends with its
 * report.
 */
export function liveAfter(
  before: readonly Live[],
  event: ConversationEvent,
  effects: readonly Effect[],
): readonly Live[] {
  const ended = endedBy(event)
  const left = isOfNewLife(event) ? [] : before.filter((each) => each.id !== ended)
  return effects.reduce(afterEffect, left)
}

function afterEffect(live: readonly Live[], effect: Effect): readonly Live[] {
  switch (effect.type) {
    case 'requestModel':
      return [...live, started(effect.requestId, 'request', null)]
    case 'runTool':
      return [...live, started(effect.workId, 'tool', null)]
    case 'answerTool':
      return live
    case 'startChild':
      return [...live, started(effect.agentId, 'child', null)]
    case 'startTimer':
      return [...live, started(effect.timerId, 'timer', effect.afterMs)]
    case 'stopTimer':
      return live.filter((each) => each.id !== effect.timerId)
    case 'stopWork': {
      const stopped = new Set<string>(effect.workIds)
      return live.map((each) => (stopped.has(each.id) ? { ...each, isStopped: true } : each))
    }
    default:
      return assertNever(effect)
  }
}

function started(id: string, kind: Live['kind'], afterMs: number | null): Live {
  return { id, kind, afterMs, isStopped: false }
}
