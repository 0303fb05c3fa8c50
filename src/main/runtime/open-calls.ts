import { z } from 'zod'
import { callIdOf } from '../../shared/call-id.ts'
import { askedCalls, type ConversationState } from '../../shared/conversation-state.ts'
import { type CallId, TurnId } from '../../shared/ids.ts'
import type { Message } from '../../shared/message.ts'
import { Unfinished } from '../../shared/turn.ts'
import type { EndedChild, OpenCall } from '../core/event.ts'

/** What a store knows of the calls of the last reply. */
export interface LastRound {
  /** From the last reply on, oldest first. */
  readonly messages: readonly Message[]
  /** Those that a toolStarted names. */
  readonly started: ReadonlySet<string>
  readonly state: ConversationState | null
  /** In the order of their tasks; none where the call started no sub-agents. */
  childrenOf(callId: CallId): readonly EndedChild[]
}

/** The calls of the last reply that have no result, and how far each had come (rule 7). */
export function openCallsOf(round: LastRound): readonly OpenCall[] {
  const [reply, ...later] = round.messages
  if (reply?.content.type !== 'agent') return []
  const answered = new Set(
    later.flatMap(({ content }) => (content.type === 'tool' ? [content.callId] : [])),
  )
  return reply.content.blocks
    .filter((block) => block.type === 'toolCall')
    .map((_, index) => callIdOf(reply.id, index))
    .filter((callId) => !answered.has(callId))
    .map((callId) => ({ callId, was: wasOf(callId, round) }))
}

function wasOf(callId: CallId, round: LastRound): OpenCall['was'] {
  const children = round.childrenOf(callId)
  const { started, state } = round
  if (children.length > 0) return { type: 'delegated', children }
  if (started.has(callId)) return { type: 'started' }
  const asked = state?.type === 'awaitingApproval' ? askedCalls(state) : []
  return asked.some((call) => call.callId === callId) ? { type: 'asked' } : { type: 'waiting' }
}

const Rested = z.discriminatedUnion('type', [
  z.object({ type: z.literal('idle'), unfinished: Unfinished.nullable() }),
  z.object({ type: z.literal('error'), turnId: TurnId }),
  z.object({ type: z.literal('contextExhausted'), turnId: TurnId }),
])

/** What a stored state rested in. Reads no more of it than it needs, so that it knows the states of older versions, too. */
export function restedIn(stored: unknown): Unfinished | null {
  const read = Rested.safeParse(stored)
  if (!read.success) return null
  const state = read.data
  return state.type === 'idle' ? state.unfinished : { turnId: state.turnId, cause: state.type }
}
