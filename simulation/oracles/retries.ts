import { type ConversationState, turnOf } from '../../src/shared/conversation/conversation-state.ts'
import type { TurnId } from '../../src/shared/ids.ts'
import { modelName } from '../../src/shared/models/model-name.ts'
import type { Message, MessageContent } from '../../src/shared/messages/message.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'
import type { SimulatedRequest } from '../ports/simulated-model.ts'

type Complain = (promise: string, facts: string) => void

const LONGEST_WAIT_MS = 60_000
/** Attempts per request (REQ-BED-006). */
const MOST = 3
/** Two summaries may be requested in a row, each with as many attempts. */
const SUMMARIES = 2
/** Messages after which a request counts as a new one. */
const NEW_INPUT: readonly MessageContent['type'][] = ['user', 'agent', 'tool', 'summary', 'repair']

/** The longest patience that a person can choose. */
const LONGEST_PATIENCE_MS = 4 * 3_600_000

/** Row 4: each wait before a retry is bounded, and so is the sum of all waits of a turn that keeps trying. */
export class RetryWaits {
  readonly #kept = new Map<TurnId, { ms: number; from: number; until: number }>()
  readonly #complain: Complain

  constructor(complain: Complain) {
    this.#complain = complain
  }

  stepped(context: Context, { at, type }: ConversationEvent, { effects, state }: Moved): void {
    const waits = state.type === 'llmRequesting' && state.phase.type === 'backoff' ? state : null
    const turnId = turnOf(state)?.id
    const known = turnId === undefined ? undefined : this.#kept.get(turnId)
    const timerId = waits?.phase.type === 'backoff' ? waits.phase.timerId : null
    const wait = effects.find((each) => each.type === 'startTimer' && each.timerId === timerId)
    // A wait that a person cut short counts only in part.
    if (known !== undefined && (waits === null || wait !== undefined)) this.#ended(known, at)
    if (waits?.phase.type !== 'backoff' || wait?.type !== 'startTimer') return
    const { patienceMs } = waits.phase
    if (patienceMs === null) {
      if (wait.afterMs > LONGEST_WAIT_MS)
        this.#complain('row 4 waits are bounded', String(wait.afterMs))
      return
    }
    const isAsked = context.keepTryingMs > 0 || type === 'retryRequested'
    if (!isAsked) this.#complain('nobody keeps trying unasked', waits.turn.id)
    const before = this.#kept.get(waits.turn.id) ?? { ms: 0, from: 0, until: 0 }
    const ms = before.ms + wait.afterMs
    this.#kept.set(waits.turn.id, { ms, from: at, until: at + wait.afterMs })
    if (ms > LONGEST_PATIENCE_MS)
      this.#complain('row 4 the waits of a turn are bounded', `${ms} in all`)
  }

  #ended(known: { ms: number; from: number; until: number }, at: number): void {
    if (at >= known.from && at < known.until) known.ms -= known.until - at
    known.until = 0
  }
}

/**
 * Row 4: limits how often the same request goes to the same model. Counts requests actually sent, not the attempts in
 * the state.
 */
export class Retries {
  readonly #times = new Map<string, number>()
  readonly #complain: Complain

  constructor(complain: Complain) {
    this.#complain = complain
  }

  asked(
    { asking, call, conversationId: id }: SimulatedRequest,
    state: ConversationState,
    history: readonly Message[],
  ): void {
    // From then on time limits the attempts: Waits checks it.
    if (hasKeptTrying(state)) return
    const turnId = 'turn' in state ? state.turn.id : ''
    const news = history.findLast(({ content }) => NEW_INPUT.includes(content.type))?.seq ?? 0
    const what = [id, turnId, modelName(call.provider), asking, news].join()
    const times = (this.#times.get(what) ?? 0) + 1
    this.#times.set(what, times)
    const most = asking === 'summary' ? SUMMARIES * MOST : MOST
    if (times > most) this.#complain('row 4 tries are bounded', `${times} of ${what}`)
  }
}

function hasKeptTrying(state: ConversationState): boolean {
  return (turnOf(state)?.keptTryingMs ?? 0) > 0
}
