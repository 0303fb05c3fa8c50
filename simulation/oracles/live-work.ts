import {
  type ConversationState,
  isAsking,
  isResting,
} from '../../src/shared/conversation/conversation-state.ts'
import type { ConversationId, WorkId } from '../../src/shared/ids.ts'
import { awaitedBy } from '../../src/main/core/turn/awaited.ts'
import type { Schedule } from '../schedule.ts'
import type { Asked, SimulatedModel } from '../ports/simulated-model.ts'
import type { PortFaults } from '../faults/port-faults.ts'
import type { Ran, SimulatedTools } from '../ports/simulated-tools.ts'

/** Within this time a step that met a lock is tried again. */
const RETRIED_MS = 10_000

type Complain = (promise: string, facts: string) => void

/** Something of the app goes on by itself: neither at rest nor waiting for a person. */
export function isWorking(state: ConversationState): boolean {
  return !isResting(state) && !isAsking(state)
}

/**
 * I12, I18: who waits has a timer or a turn of the loop; who rests or asks has none. Beside these there are those of
 * titles, of calls that are inspected, of conversations that met a lock, and of an app that closes.
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
  const others = model.openAsides() + tools.inspecting + ports.strays + (isQuitting ? 1 : 0)
  const locked = [...schedule.metLock.values()].filter(
    ({ now }) => schedule.now - now < RETRIED_MS,
  ).length
  const most = awaited + others + locked
  if (owned.timers > most)
    complain('I12 I18 no timer lives that nobody waits for', `${owned.timers} for ${most}`)
}

/** The call that runs, also while it asks a person; null: none does. */
export function workOfCall(state: ConversationState): WorkId | null {
  if (state.type === 'toolExecuting') return state.current.workId
  return state.type === 'awaitingAnswer' ? (state.asked?.workId ?? null) : null
}

/** A person is asked who has a limited time: a question of the agent itself waits as long as it takes. */
export function isAskedByCall(state: ConversationState): boolean {
  return state.type === 'awaitingAnswer' && workOfCall(state) !== null
}

/** I9, I39: what runs is what the state waits for. */
export function checkWork(
  id: ConversationId,
  state: ConversationState,
  live: { readonly asked: readonly Asked[]; readonly ran: readonly Ran[] },
  complain: Complain,
): void {
  const asked = live.asked.filter((each) => each.conversationId === id && !each.isAside).length
  const ran = live.ran.filter((each) => each.run.conversationId === id).length
  const isRequesting = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  if (asked > (isRequesting ? 1 : 0)) complain('I9 no request that nobody waits for', state.type)
  if (ran > (workOfCall(state) === null ? 0 : 1))
    complain('I39 no tool that nobody waits for', state.type)
}
