import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import {
  IDLE_STATE,
  askedCall,
  askingState,
  delegatingState,
  personMessage,
  replyWith,
  resultMessage,
  snapshotOf,
  streamingState,
  subAgentMessage,
  toolState,
} from '../../../client/fakes/samples.ts'
import { type ConversationView, viewOf } from '../../../client/conversation/conversation-view.ts'
import type { Thread } from '../../../client/conversation/thread.ts'
import { questionOf } from '../../../client/conversation/open-approvals.ts'
import { type CardMemory, remember } from './lapsed.ts'

const MAKE = askedCall('m2.0', 'make')
const CLEAN = askedCall('m2.1', 'make clean')
const REPLY = replyWith(MAKE, CLEAN)
const ASKING = askingState([], MAKE, CLEAN)
const works = { type: 'working', deadline: 9 }
const asks = { type: 'asking', left: 5 }
const stops = { type: 'stopping' }

interface Look {
  readonly state: ConversationView['state']
  readonly messages?: readonly Message[]
  /** The known states of the sub-agents. */
  readonly subAgents?: Readonly<Record<string, ConversationView['state']>>
  readonly id?: string
}

const viewIn = ({ state, messages = [] }: Look): ConversationView =>
  viewOf(snapshotOf({ state, messages: [REPLY, ...messages] }))

/** The memory of a card after these views, one after another. */
function after(...looks: readonly Look[]): CardMemory | null {
  return looks.reduce<CardMemory | null>((memory, look) => {
    const view = viewIn(look)
    const shown = { ...view, summary: { ...view.summary, id: (look.id ?? 'c1') as ConversationId } }
    const subAgents = new Map(
      Object.entries(look.subAgents ?? {}).map(([id, state]) => {
        const thread: Thread = { type: 'open', view: viewIn({ state }) }
        return [id as ConversationId, thread] as const
      }),
    )
    return remember(memory, shown, questionOf(shown, subAgents, memory?.onScreen ?? null))
  }, null)
}

const lapsedAfter = (...looks: readonly Look[]): string | undefined => after(...looks)?.lapsed?.what

const SKIPPED = [
  resultMessage(5, 'm2.0', 'Skipped due to cancellation', 'skipped'),
  resultMessage(6, 'm2.1', 'Skipped due to cancellation', 'skipped'),
]
/** After a restart. */
const CLOSED = [
  resultMessage(5, 'm2.0', 'Not approved', 'notRun'),
  resultMessage(6, 'm2.1', 'Not approved', 'notRun'),
]

test('a card closed by a restart as not approved leaves a notice', () => {
  expect(lapsedAfter({ state: ASKING })).toBeUndefined()
  expect(lapsedAfter({ state: ASKING }, { state: IDLE_STATE, messages: CLOSED })).toBe('Run make')
})

test('one whose turn a person stopped leaves no notice: it was their own act', () => {
  const stopped = { state: IDLE_STATE, messages: SKIPPED }
  expect(lapsedAfter({ state: ASKING }, stopped)).toBeUndefined()
  const instead = { state: streamingState(), messages: SKIPPED }
  expect(lapsedAfter({ state: ASKING }, instead)).toBeUndefined()
})

test('one answered here or in another window leaves no notice', () => {
  const allowed = [resultMessage(5, 'm2.0', 'made')]
  const denied = [resultMessage(5, 'm2.0', 'Denied', 'denied')]
  expect(lapsedAfter({ state: ASKING }, { state: toolState() })).toBeUndefined()
  expect(lapsedAfter({ state: ASKING }, { state: IDLE_STATE, messages: allowed })).toBeUndefined()
  expect(
    lapsedAfter({ state: ASKING }, { state: streamingState(), messages: denied }),
  ).toBeUndefined()
})

test('of the closed calls only those without an answer leave a notice', () => {
  const [made, left] = [askingState(['m2.0'], MAKE, CLEAN), CLOSED]
  expect(lapsedAfter({ state: made }, { state: IDLE_STATE, messages: left })).toBe('Run make clean')
  const messages = CLOSED.slice(0, 1)
  expect(lapsedAfter({ state: made }, { state: IDLE_STATE, messages })).toBeUndefined()
})

test('the notice disappears with the next turn, and belongs to its conversation', () => {
  const dead = [{ state: ASKING }, { state: IDLE_STATE, messages: CLOSED }] as const
  expect(lapsedAfter(...dead, { state: IDLE_STATE, messages: CLOSED })).toBe('Run make')
  expect(lapsedAfter(...dead, { state: streamingState(), messages: CLOSED })).toBeUndefined()
  expect(lapsedAfter(...dead, { state: IDLE_STATE, id: 'c2' })).toBeUndefined()
  expect(
    lapsedAfter({ state: ASKING }, { state: IDLE_STATE, messages: CLOSED, id: 'c2' }),
  ).toBeUndefined()
})

test("the notice disappears with the person's next message, even if the turn was over before anyone looked", () => {
  const dead = [{ state: ASKING }, { state: IDLE_STATE, messages: CLOSED }] as const
  const messages = [...CLOSED, personMessage(7, 'Leave it')]
  expect(lapsedAfter(...dead, { state: IDLE_STATE, messages })).toBeUndefined()
})

const both = {
  state: delegatingState(asks, asks),
  subAgents: { 'agent-0': askingState([], MAKE), 'agent-1': askingState([], CLEAN) },
}

test('a sub-agent that ends without a result leaves a notice next to the card of the next', () => {
  const next = { 'agent-1': askingState([], CLEAN) }
  const stopping = { state: delegatingState(stops, asks), subAgents: next }
  const messages = [subAgentMessage(5, 'm2.0', 'agent-0', 'timeout')]
  const gone = { state: delegatingState(works, asks), messages, subAgents: next }
  expect(lapsedAfter(both, gone)).toBe('Run make')
  expect(lapsedAfter(both, stopping)).toBeUndefined()
  expect(lapsedAfter(both, stopping, gone)).toBe('Run make')
  const first = { ...both, subAgents: { ...both.subAgents, 'agent-0': IDLE_STATE } }
  expect(lapsedAfter(both, first, gone)).toBe('Run make')
})

test('a sub-agent stopped by a person leaves none', () => {
  const next = { 'agent-1': askingState([], CLEAN) }
  const stopping = { state: delegatingState(stops, asks), subAgents: next }
  const messages = [subAgentMessage(5, 'm2.0', 'agent-0', 'cancelled')]
  const gone = { state: delegatingState(works, asks), messages, subAgents: next }
  expect(lapsedAfter(both, stopping, gone)).toBeUndefined()
})

test('a question is tied to its task, so one of an earlier task does not replace it', () => {
  const second = { 'agent-1': askingState([], CLEAN) }
  const later = { state: delegatingState(works, asks), subAgents: second }
  expect(after(later, both)?.onScreen).toBe('agent-1')
  const answered = { ...both, subAgents: { ...both.subAgents, 'agent-1': IDLE_STATE } }
  expect(after(later, both, answered)?.onScreen).toBe('agent-0')
  expect(after(later, both, { ...both, state: delegatingState(asks, stops) })?.onScreen).toBe(
    'agent-0',
  )
  expect(after(later, { state: IDLE_STATE })?.onScreen).toBeNull()
})

test('an answered sub-agent leaves none', () => {
  const next = { 'agent-1': askingState([], CLEAN) }
  expect(
    lapsedAfter(both, { state: delegatingState(works, asks), subAgents: next }),
  ).toBeUndefined()
  const messages = [subAgentMessage(5, 'm2.0', 'agent-0')]
  expect(lapsedAfter(both, { state: IDLE_STATE, messages })).toBeUndefined()
})
