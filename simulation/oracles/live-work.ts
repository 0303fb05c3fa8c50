import {
  type ConversationState,
  isAsking,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, WorkId } from '../../src/shared/ids.ts'
import { awaitedBy } from '../../src/main/core/turn/awaited.ts'
import type { Schedule } from '../schedule.ts'
import type { SimulatedRequest, SimulatedModel } from '../ports/simulated-model.ts'
import type { PortFaults } from '../faults/port-faults.ts'
import type { SimulatedRun, SimulatedTools } from '../ports/simulated-tools.ts'

/** What met a lock is retried within this time. */
const RETRIED_MS = 10_000

type Complain = (promise: string, facts: string) => void

/** True while the app acts by itself: neither at rest nor waiting for a person. */
export function isWorking(state: ConversationState): boolean {
  return !isResting(state) && !isAsking(state)
}

/**
 * I12, I18: a working conversation has a timer or a turn of the loop; one that rests or asks has none. Other timers
 * belong to titles, to calls being inspected, to what met a lock, and to an app that closes.
 */
export function checkTimers(
  states: readonly ConversationState[],
  world: {
    readonly schedule: Schedule
    readonly model: SimulatedModel
    readonly tools: SimulatedTools
    readonly ports: PortFaults
    readonly isQuitting: boolean
  },
  complain: Complain,
): void {
  const { isQuitting, model, ports, schedule, tools } = world
  const owned = schedule.owned()
  const working = states.filter(isWorking).length
  if (!ports.hasStruck && owned.all < working)
    complain('I12 a busy state has a live timer', `${owned.all} for ${working}`)
  const awaited = states.reduce((sum, state) => sum + awaitedBy(state).timers.length, 0)
  const others =
    model.openBackgroundRequests() + tools.inspecting() + ports.strayTimers + (isQuitting ? 1 : 0)
  const { metLock, now, othersMetLock } = schedule
  const locked = [...metLock.values(), ...othersMetLock.values()].filter(
    (met) => now - met.now < RETRIED_MS,
  ).length
  const most = awaited + others + locked
  if (owned.timers > most)
    complain('I12 I18 no timer lives that nobody waits for', `${owned.timers} for ${most}`)
}

/** Returns the running call, even while it asks a person; null: none. */
export function workOfCall(state: ConversationState): WorkId | null {
  if (state.type === 'toolExecuting') return state.current.workId
  return state.type === 'awaitingAnswer' ? (state.asked?.workId ?? null) : null
}

/** True if a call asks a person, who has limited time. A question of the agent itself has no deadline. */
export function isAskedByCall(state: ConversationState): boolean {
  return state.type === 'awaitingAnswer' && workOfCall(state) !== null
}

/** I9, I39: exactly the awaited work runs. */
export function checkWork(
  id: ConversationId,
  state: ConversationState,
  live: { readonly asked: readonly SimulatedRequest[]; readonly ran: readonly SimulatedRun[] },
  complain: Complain,
): void {
  const asked = live.asked.filter((each) => each.conversationId === id && !each.isBackground).length
  const ran = live.ran.filter((each) => each.run.conversationId === id).length
  const isRequesting = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  if (asked > (isRequesting ? 1 : 0)) complain('I9 no request that nobody waits for', state.type)
  if (ran > (workOfCall(state) === null ? 0 : 1))
    complain('I39 no tool that nobody waits for', state.type)
}
