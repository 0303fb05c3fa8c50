import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { TimerId, WorkId } from '../../../shared/ids.ts'
import { type Awaited, awaitedBy, requestTimerOf } from '../../core/turn/awaited.ts'
import { deadlinesOf } from '../../core/turn/deadlines.ts'
import type { ConversationFeed } from './feed/conversation-feed.ts'
import type { MailLoop } from './mail-loop.ts'
import type { Clock, Log, Pulse } from '../ports/ports.ts'
import type { RunningWork } from './running-work.ts'
import type { Item } from './mailbox-item.ts'
import type { RuntimeHost } from './runtime-host.ts'

const LOOK_MS = 1_000
/** Anything overdue at this many checks in a row is not merely late: the event loop has run between two checks. */
const PATIENCE = 5

interface Watched {
  readonly pulse: Pulse
  readonly clock: Clock
  readonly log: Log
  readonly loop: MailLoop
  readonly running: RunningWork
  readonly feed: Pick<ConversationFeed, 'flush'>
  state(): ConversationState
  /** Called when something that the state waits for is gone without a report. */
  lost(id: WorkId | TimerId): void
  /** Called when the check itself threw. */
  broke(error: unknown): void
}

/**
 * Notices within seconds if something that a conversation waits for is not alive (docs/decisions/028). Checks after
 * each step and, because the step itself may be missing, every second while anything is awaited.
 */
export class LivenessWatch {
  readonly #watched: Watched
  readonly #host: Pick<RuntimeHost<unknown>, 'isAtWork'>
  #stopLooking: (() => void) | null = null
  /** The first item of the mailbox at the last check, and the number of checks in a row that found it there. */
  #unread: { readonly item: Item; readonly times: number } | null = null

  constructor(watched: Watched, host: Pick<RuntimeHost<unknown>, 'isAtWork'>) {
    this.#watched = watched
    this.#host = host
  }

  /** Starts watching: call this before anything that could fail. */
  begin(): void {
    if (this.#watched.loop.isOver) return
    this.#stopLooking ??= this.#watched.pulse.every(LOOK_MS, () => {
      try {
        this.#look()
      } catch (error) {
        this.#watched.broke(error)
      }
    })
  }

  end(): void {
    this.#stopLooking?.()
    this.#stopLooking = null
  }

  /** Checks after a step that everything its effects should have started is alive. */
  afterStep(): void {
    const missing = this.#watched.running.firstMissing(this.#awaited)
    if (missing !== null) this.#lose(missing)
  }

  /** Handles a fault in work of this conversation: the turn that waits for it ends. */
  loseWork(): void {
    const { works, timers } = this.#awaited
    const [lost] = [...works, ...timers]
    if (lost !== undefined) this.#watched.lost(lost)
  }

  get #awaited(): Awaited {
    return awaitedBy(this.#watched.state())
  }

  #look(): void {
    if (this.#watched.loop.isHeld) return this.#watched.loop.retry()
    const mail = this.#watched.loop.next
    if (mail !== undefined) return this.#waitForTurn(mail)
    this.#unread = null
    // A running call that asks a person something has a timer; without one, only a person is awaited (awaited.ts).
    if (this.#awaited.timers.length === 0) return this.end()
    this.#watched.feed.flush()
    const missing = this.#firstMissing()
    if (missing !== null) return this.#lose(missing)
    this.#fireOverdue()
    this.#sendAfterSleep()
  }

  /** Takes the item itself after a while: the loop turn that should have taken it may be lost. */
  #waitForTurn(item: Item): void {
    const times = this.#unread?.item === item ? this.#unread.times + 1 : 1
    this.#unread = { item, times }
    if (times < PATIENCE) return
    this.#watched.log.warn('reports were not taken', { state: this.#watched.state().type })
    this.#watched.loop.takeAll()
  }

  #firstMissing(): WorkId | TimerId | null {
    const missing = this.#watched.running.firstMissing(this.#awaited, { isMailRead: true })
    return missing ?? this.#firstLostChild()
  }

  #firstLostChild(): WorkId | null {
    const state = this.#watched.state()
    if (state.type !== 'awaitingSubAgents') return null
    const open = state.children.filter(({ phase }) => phase.type !== 'ended')
    return open.find(({ agentId }) => !this.#host.isAtWork(agentId))?.agentId ?? null
  }

  /** Treats a vanished timer as due: its conversation continues as if it had fired. */
  #fireOverdue(): void {
    const { log, running } = this.#watched
    for (const [timerId, fire] of running.overdue(PATIENCE)) {
      log.warn('a timer did not fire', { timerId, state: this.#watched.state().type })
      fire()
    }
  }

  /** A request waits by the wall clock, to which the page counts down. Its timer stood still while the computer slept. */
  #sendAfterSleep(): void {
    const { clock, running } = this.#watched
    const state = this.#watched.state()
    const timerId = requestTimerOf(state)
    if (timerId === null || (running.leftMs(timerId) ?? 0) <= 0) return
    const dueAt = deadlinesOf(state).get(timerId)
    if (dueAt !== undefined && dueAt <= clock.now()) running.fireNow(timerId)
  }

  #lose(id: WorkId | TimerId): void {
    const state = this.#watched.state().type
    this.#watched.log.warn('awaited work is not running', { workId: id, state })
    this.#watched.lost(id)
  }
}
