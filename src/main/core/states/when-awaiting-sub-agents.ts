import { assertNever } from '../../../shared/assert-never.ts'
import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { SubAgent, SubAgentPhase } from '../../../shared/conversation/sub-agent.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { tasksOf } from '../request/agent-tools.ts'
import { awaits } from '../turn/awaited.ts'
import { messageWhileBusy } from '../round/busy-policy.ts'
import { failStorage, haltTurn, loseTurn } from '../round/close-turn.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent, EndedChild, EventOf } from '../machine/event.ts'
import { haltBy } from '../turn/halt.ts'
import { recover } from '../round/recovery.ts'
import { fingerprint } from '../../../shared/fingerprint.ts'
import { changeSettings, openSession } from '../turn/session.ts'
import { Draft, type Moved, refused, type Step } from '../machine/step.ts'
import { endedPhase, addSubAgentResult } from '../round/sub-agents.ts'
import { completeCall } from '../round/tool-round.ts'
import { clockFired, extendTurn } from '../turn/turn-clock.ts'
import { recordUndo } from '../machine/undo.ts'
import { recordHooks } from '../turn/hooks.ts'

type Delegating = StateOf<'awaitingSubAgents'>

/** How long a sub-agent at its deadline has to submit its last text. */
const STOPPING_MS = 1_000
/**
 * The minimum time left for a sub-agent that asks: after the computer slept, it must not end right after a person
 * allows its call.
 */
const GRACE_MS = 60_000

/**
 * awaitingSubAgents: waits for each sub-agent, each with a timer behind it. The time of one that asks a person is
 * paused.
 */
export function whenAwaitingSubAgents(
  state: Delegating,
  context: Context,
  event: ConversationEvent,
): Step {
  const draft = new Draft(event)
  switch (event.type) {
    case 'childChanged':
      return childChanged(draft, context, state, event)
    case 'timerFired':
      return timeIsUp(draft, context, state, event)
    case 'userMessage':
      return messageWhileBusy(draft, context, state, event)
    case 'cancelRequested':
    case 'shutdownRequested':
      return haltTurn(draft, context, state, haltBy(event))
    case 'storeFailed':
      return failStorage(draft, context, state, event)
    case 'workLost':
      return awaits(state, event.workId) ? loseTurn(draft, context, state) : refused('stale')
    case 'settingsChanged':
      return changeSettings(draft, context, state, event.change)
    case 'editsUndone':
      return recordUndo(draft, state, event)
    case 'hooksAnswered':
      return recordHooks(draft, state, event)
    case 'sessionOpened':
      return openSession(draft, state, event)
    case 'sessionClosed':
    case 'attachmentsDropped':
    case 'rewound':
    case 'forked':
      return refused('busy')
    case 'turnExtended':
      return extendTurn(draft, context, state, event)
    case 'recovered':
      return recover(draft, context, state, event)
    case 'continueRequested':
    case 'retryRequested':
    case 'compactRequested':
      return refused('nothingToDo')
    case 'approvalAnswered':
    case 'questionAnswered':
    case 'llmStreamStarted':
    case 'llmResponded':
    case 'llmFailed':
    case 'toolFinished':
    case 'toolAsked':
    case 'questionWithdrawn':
      return refused('stale')
    default:
      return assertNever(event)
  }
}

function childChanged(
  draft: Draft,
  context: Context,
  state: Delegating,
  { agentId, now }: EventOf<'childChanged'>,
): Step {
  const child = state.children.find((each) => each.agentId === agentId)
  if (child === undefined || child.phase.type === 'ended') return refused('stale')
  switch (now.type) {
    case 'working':
      return child.phase.type === 'asking'
        ? draft.moveTo(withPhase(state, agentId, working(draft, child.phase.left)))
        : refused('stale')
    case 'asking':
      return child.phase.type === 'working'
        ? draft.moveTo(withPhase(state, agentId, asking(draft, child.phase, limitOf(state, child))))
        : refused('stale')
    case 'ended':
      stopTimer(draft, child)
      return childEnded(draft, context, state, child, now)
    default:
      return assertNever(now)
  }
}

/**
 * At its deadline a sub-agent is first stopped and may submit its last text; after a second deadline it ends without
 * it.
 */
function timeIsUp(
  draft: Draft,
  context: Context,
  state: Delegating,
  event: EventOf<'timerFired'>,
): Step {
  const { timerId } = event
  const child = state.children.find(({ phase }) => 'timerId' in phase && phase.timerId === timerId)
  if (child === undefined) {
    return clockFired(draft, context, state, event, (halt) => haltTurn(draft, context, state, halt))
  }
  const { agentId, phase } = child
  if (phase.type === 'working') {
    draft.start({ type: 'stopWork', workIds: [agentId], reason: 'timeout' })
    const stopping = draft.newTimerId()
    draft.startTimer(stopping, STOPPING_MS)
    return draft.moveTo(withPhase(state, agentId, { type: 'stopping', timerId: stopping }))
  }
  return childEnded(draft, context, state, child, {
    type: 'ended',
    outcome: 'timeout',
    text: '',
    tokens: 0,
  })
}

function working(draft: Draft, left: number): SubAgentPhase {
  const timerId = draft.newTimerId()
  return { type: 'working', timerId, deadline: draft.startTimer(timerId, left) }
}

function asking(
  draft: Draft,
  { timerId, deadline }: Extract<SubAgentPhase, { type: 'working' }>,
  limitMs: number,
): SubAgentPhase {
  draft.start({ type: 'stopTimer', timerId })
  return { type: 'asking', left: Math.min(limitMs, Math.max(GRACE_MS, deadline - draft.at)) }
}

/** Returns the sub-agent's limit: logs of earlier versions do not say that a clock was set back. */
function limitOf({ current, children }: Delegating, child: SubAgent): number {
  return tasksOf(current.call.input)?.[children.indexOf(child)]?.limitMs ?? 0
}

function stopTimer(draft: Draft, { phase }: SubAgent): void {
  if ('timerId' in phase) draft.start({ type: 'stopTimer', timerId: phase.timerId })
}

function childEnded(
  draft: Draft,
  context: Context,
  state: Delegating,
  child: SubAgent,
  now: Extract<EventOf<'childChanged'>['now'], { type: 'ended' }>,
): Moved {
  const phase = endedPhase(draft, state.current.call, child, now)
  const subAgentTokens = state.turn.subAgentTokens + now.tokens
  const turn = { ...state.turn, subAgentTokens }
  const next = withPhase({ ...state, turn }, child.agentId, phase)
  const ended = next.children.flatMap(endOf)
  return ended.length < next.children.length
    ? draft.moveTo(next)
    : finishCall(draft, context, next, ended)
}

function finishCall(
  draft: Draft,
  context: Context,
  state: Delegating,
  children: readonly EndedChild[],
): Moved {
  const { call, startedAt: since } = state.current
  const { messageId, text } = addSubAgentResult(draft, call.callId, {
    children,
    outcome: 'ok',
    since,
  })
  return completeCall(draft, context, state, { call, messageId, digest: fingerprint(text) })
}

function endOf({ agentId, task, phase }: SubAgent): readonly EndedChild[] {
  return phase.type === 'ended' ? [{ agentId, task, ...phase }] : []
}

function withPhase(state: Delegating, agentId: AgentId, phase: SubAgentPhase): Delegating {
  const children = state.children.map((child) =>
    child.agentId === agentId ? { ...child, phase } : child,
  )
  return { ...state, children }
}
