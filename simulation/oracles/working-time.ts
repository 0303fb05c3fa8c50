import {
  type ConversationState,
  isAsking,
  keepsTrying,
  turnOf,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, TurnId } from '../../src/shared/ids.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Moved } from '../../src/main/core/machine/step.ts'
import type { Moment } from '../schedule.ts'

const MINUTE_MS = 60_000
const MAX_GRACE_MS = 10 * MINUTE_MS

/** The time a turn has worked since it began or a person last extended it. */
interface TurnTime {
  readonly turnId: TurnId
  /** Its limit plus its grace. */
  readonly mostMs: number
  /** The number of resumptions after a question or such a wait: at each, up to the whole limit may be left. */
  resumed: number
  ms: number
  /** Null: a person is being asked, or the turn waits for a failing server. */
  since: Moment | null
}

/**
 * I43: no turn works longer than its limit and its grace, whatever it does meanwhile. Judged by the virtual clock only,
 * never by the time in the state.
 */
export class WorkingTime {
  readonly #turns = new Map<ConversationId, TurnTime>()
  readonly #complain: (promise: string, facts: string) => void

  constructor(complain: (promise: string, facts: string) => void) {
    this.#complain = complain
  }

  stepped(context: Context, event: ConversationEvent, { state }: Moved, moment: Moment): void {
    const { conversationId: id, caps } = context
    const turn = turnOf(state)
    if (turn === null) return void this.#turns.delete(id)
    const limitMs = caps.minutesPerTurn * MINUTE_MS
    const known = this.#turns.get(id)
    const isKnown = known !== undefined && known.turnId === turn.id
    const worked = isKnown
      ? known
      : {
          turnId: turn.id,
          mostMs: limitMs + Math.min(limitMs, MAX_GRACE_MS),
          resumed: 0,
          ms: 0,
          since: moment,
        }
    this.#turns.set(id, worked)
    if (event.type === 'turnExtended') Object.assign(worked, { ms: 0, resumed: 0, since: moment })
    worked.ms += elapsed(worked.since, moment)
    const stands = isAsking(state) || keepsTrying(state)
    if (worked.since === null && !stands) worked.resumed += 1
    worked.since = stands ? null : moment
  }

  /** `lateMs`: longest delay with which a timer may be noticed. */
  check(id: ConversationId, state: ConversationState, moment: Moment, lateMs: number): void {
    const worked = this.#turns.get(id)
    if (worked === undefined || turnOf(state)?.id !== worked.turnId) return
    const ms = worked.ms + elapsed(worked.since, moment)
    const most = worked.mostMs * (worked.resumed + 1) + 2 * lateMs
    if (ms > most)
      this.#complain('I43 no turn works longer than its limit', `${Math.round(ms)} of ${most}`)
  }
}

/** Awake ms, without those of slow disks. */
function elapsed(since: Moment | null, { now, lag }: Moment): number {
  return since === null ? 0 : now - since.now - (lag - since.lag)
}
