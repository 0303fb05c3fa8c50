import { assertNever } from '../../../../shared/assert-never.ts'
import {
  type ConversationState,
  isResting,
} from '../../../../shared/conversation/conversation-state.ts'
import type { ConversationId, TurnId, WorkId } from '../../../../shared/ids.ts'
import type { Result } from '../../../../shared/result.ts'
import type { Effect } from '../../../core/machine/effect.ts'
import type { CommitFault } from '../../ports/history-store.ts'
import type { ConversationEvent, Input, InputOf } from '../../../core/machine/event.ts'
import type { Lifecycle } from '../../../core/machine/lifecycle.ts'
import type { Moved } from '../../../core/machine/step.ts'
import type {
  TelemetryEvent,
  TelemetryEventOf,
  ObservedCall,
  ObservedRequest,
  Observer,
} from '../../ports/observer.ts'
import type { StoredConversation } from '../../ports/conversation-store.ts'
import type { Clock, Log } from '../../ports/ports.ts'
import type { Taken } from './step-entries.ts'

type Final = InputOf<'llmResponded' | 'llmFailed' | 'toolFinished'>

/** Work that has started and not reported. `firstByteAt`: ms since 1970. */
type Open =
  | ({ readonly type: 'request'; readonly at: number; firstByteAt: number | null } & {
      readonly request: ObservedRequest
    })
  | { readonly type: 'call'; readonly at: number; readonly call: ObservedCall }

export interface StepTelemetryPorts {
  readonly observer: Observer
  readonly clock: Clock
  readonly log: Log
}

/** Derives telemetry from a conversation's steps. A failing observer never affects the conversation (T92). */
export class StepTelemetry {
  readonly #id: ConversationId
  readonly #parent: ConversationId | null
  readonly #ports: StepTelemetryPorts
  readonly #open = new Map<WorkId, Open>()
  #turn: { readonly id: TurnId; readonly at: number } | null = null
  #hasComplained = false

  constructor({ id, parent }: StoredConversation, ports: StepTelemetryPorts) {
    this.#id = id
    this.#parent = parent?.conversationId ?? null
    this.#ports = ports
  }

  /** Saves. `report` says how long it took, after the steps, so the commit that starts a turn belongs to the turn. */
  saved<Value>(
    steps: number,
    save: () => Result<Value, CommitFault>,
  ): { readonly saved: Result<Value, CommitFault>; readonly report: () => void } {
    const { clock } = this.#ports
    const at = clock.now()
    const saved = save()
    const ms = between(at, clock.now())
    const fault = saved.ok ? null : saved.error
    return { saved, report: () => this.#report(at, { type: 'committed', steps, ms, fault }) }
  }

  /** Reports a step that the conversation took. */
  stepped({ event, step }: Taken): void {
    const { at } = event
    this.#reported(event, at)
    for (const entry of step.lifecycle) this.#recorded(entry, at)
    this.#planned(step, at)
    for (const effect of step.effects) this.#begun(effect, step.state, at)
    if (isResting(step.state)) this.#restAt(at)
  }

  /** Reports an input that was refused because nothing waits for it, or the end of work that outlived its turn. */
  stale(input: Input): void {
    const at = this.#ports.clock.now()
    this.#reported(input, at)
    this.#report(at, { type: 'stale', input: input.type })
  }

  #reported(input: Input | ConversationEvent, at: number): void {
    switch (input.type) {
      case 'llmStreamStarted': {
        const open = this.#open.get(input.requestId)
        if (open?.type === 'request') open.firstByteAt ??= at
        return
      }
      case 'llmResponded':
      case 'llmFailed':
        return this.#ended(input.requestId, input, at)
      case 'toolFinished':
        return this.#ended(input.workId, input, at)
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
      case 'timerFired':
      case 'childChanged':
      case 'workLost':
      case 'storeFailed':
        return
      default:
        assertNever(input)
    }
  }

  #recorded(entry: Lifecycle, at: number): void {
    switch (entry.type) {
      case 'turnStarted': {
        const { type, turnId, trigger, goal } = entry
        this.#turn = { id: turnId, at }
        return this.#report(at, { type, turnId, trigger, goal })
      }
      case 'turnCompleted':
        return this.#turnEnded(entry.turnId, 'completed', null, at)
      case 'turnInterrupted':
        return this.#turnEnded(entry.turnId, 'interrupted', entry.reason, at)
      case 'turnFailed':
        return this.#turnEnded(entry.turnId, 'failed', entry.error.kind, at)
      case 'providerFallback': {
        const { type, from, to, error } = entry
        return this.#report(at, { type, from, to, kind: error.kind })
      }
      case 'requestRepaired': {
        const { type, repair, error } = entry
        return this.#report(at, { type, repair, kind: error.kind })
      }
      case 'compacted':
        return this.#report(at, { type: 'compacted' })
      case 'sessionStarted':
      case 'sessionEnded':
      case 'fileAttached':
      case 'toolStarted':
      case 'settingsChanged':
        return
      default:
        assertNever(entry)
    }
  }

  /** Reports the wait before a failed request is repeated, with the step that starts the wait. */
  #planned({ effects, state }: Moved, at: number): void {
    if (state.type !== 'llmRequesting' || state.phase.type !== 'backoff') return
    const { timerId, retryAt, error } = state.phase
    const begins = effects.some((each) => each.type === 'startTimer' && each.timerId === timerId)
    if (!begins) return
    const { attempt } = state
    const afterMs = between(at, retryAt)
    this.#report(at, { type: 'retryPlanned', attempt, afterMs, kind: error.kind })
  }

  #begun(effect: Effect, state: ConversationState, at: number): void {
    switch (effect.type) {
      case 'requestModel': {
        const { requestId, purpose, provider } = effect
        const { endpoint, model } = provider
        const attempt = state.type === 'llmRequesting' ? state.attempt : 1
        const request = { requestId, purpose, endpoint, model, attempt }
        this.#open.set(requestId, { type: 'request', at, firstByteAt: null, request })
        return this.#report(at, { type: 'requestStarted', ...request })
      }
      case 'runTool': {
        const call = { callId: effect.call.callId, tool: effect.call.name }
        this.#open.set(effect.workId, { type: 'call', at, call })
        return this.#report(at, { type: 'toolStarted', ...call })
      }
      case 'answerTool':
      case 'startChild':
      case 'stopWork':
      case 'startTimer':
      case 'stopTimer':
        return
      default:
        assertNever(effect)
    }
  }

  /** Null if it never reported and is no longer waited for. */
  #ended(id: WorkId, final: Final | null, at: number): void {
    const open = this.#open.get(id)
    if (open === undefined || !this.#open.delete(id)) return
    const ms = between(open.at, at)
    if (open.type === 'request') this.#report(at, requestEnd(open, final, ms))
    else if (final === null || final.type === 'toolFinished') {
      const outcome = final?.outcome ?? 'unanswered'
      this.#report(at, { type: 'toolEnded', ...open.call, outcome, ms })
    }
  }

  #turnEnded(
    turnId: TurnId,
    outcome: TelemetryEventOf<'turnEnded'>['outcome'],
    why: TelemetryEventOf<'turnEnded'>['why'],
    at: number,
  ): void {
    const ms = this.#turn?.id === turnId ? between(this.#turn.at, at) : null
    this.#turn = null
    this.#report(at, { type: 'turnEnded', turnId, outcome, why, ms })
  }

  /** Ends work that has not reported by now, because it no longer belongs to a turn. */
  #restAt(at: number): void {
    for (const id of this.#open.keys()) this.#ended(id, null, at)
  }

  #report(at: number, event: TelemetryEvent): void {
    const { observer, log } = this.#ports
    try {
      observer.observe({ conversationId: this.#id, parent: this.#parent, at }, event)
    } catch (error) {
      if (this.#hasComplained) return
      this.#hasComplained = true
      log.warn('the observer threw', { conversationId: this.#id, error: String(error) })
    }
  }
}

function requestEnd(
  { at, firstByteAt, request }: Extract<Open, { type: 'request' }>,
  final: Final | null,
  ms: number,
): TelemetryEventOf<'requestEnded'> {
  const firstByteMs = firstByteAt === null ? null : between(at, firstByteAt)
  const facts = { type: 'requestEnded', ...request, firstByteMs, ms } as const
  if (final?.type === 'llmResponded') {
    const { end, usage } = final
    return { ...facts, outcome: 'responded', end, usage }
  }
  const outcome = final?.type === 'llmFailed' ? final.kind : 'unanswered'
  return { ...facts, outcome, end: null, usage: null }
}

/** Never negative: the clock may have been set back. */
function between(start: number, end: number): number {
  return Math.max(0, end - start)
}
