import { expect, test } from 'vitest'
import type {
  ConversationState,
  StateOf,
} from '../../../../shared/conversation/conversation-state.ts'
import type { ConversationId, MessageId, TimerId, TurnId, WorkId } from '../../../../shared/ids.ts'
import type { NewMessage } from '../../../../shared/messages/message.ts'
import { callIdOf } from '../../../../shared/messages/call-id.ts'
import type { OpenCall } from '../../../core/machine/event.ts'
import type { Lifecycle } from '../../../core/machine/lifecycle.ts'
import type { NewChild } from '../../../core/machine/step.ts'
import type { Store } from '../../ports/store.ts'
import {
  call,
  child,
  append,
  ID,
  input,
  lifecycle,
  REPLY,
  reply,
  turn,
  TURN,
  user,
  withConversation,
} from './store-samples.ts'

const [FIRST, SECOND, THIRD] = [callIdOf(REPLY, 0), callIdOf(REPLY, 1), callIdOf(REPLY, 2)]
const RUN = { type: 'run', limitMs: 1, isApproved: false, mayWrite: true, editedTo: null } as const
const ASK = { type: 'ask', limitMs: 1000, why: 'mode' } as const

const OPEN = { id: TURN, goal: 'reply', unfinished: null } as const

function turnStarted(turnId: TurnId): Lifecycle {
  return { type: 'turnStarted', turnId, trigger: 'message', goal: 'reply', unfinished: null }
}

const cancelling: StateOf<'cancelling'> = {
  type: 'cancelling',
  turnId: TURN,
  waitingFor: [{ workId: 'w' as WorkId, what: 'bash: one' }],
  timerId: 't' as TimerId,
  deadline: 9,
  then: {
    type: 'rest',
    state: { type: 'idle', unfinished: { turnId: TURN, cause: 'userCancel' } },
  },
}

const exhausted: ConversationState = { type: 'contextExhausted', turnId: TURN, choices: [] }

const failedWithKey: ConversationState = {
  type: 'error',
  turnId: TURN,
  kind: 'auth',
  message: 'The key was refused.',
  retryAt: null,
  resume: 'reply',
  goal: 'reply',
  throughSeq: null,
  focus: null,
  unfinished: { turnId: TURN, cause: 'error' },
}

function failedChild(lastReplyId: MessageId | null): ConversationState {
  return { type: 'failed', reason: 'timeout', message: 'It took too long.', lastReplyId }
}

function appendCalls(store: Store, state: ConversationState, commands: readonly string[]): void {
  append(store, {
    rows: [input('e1'), lifecycle('e1.r0', turnStarted(TURN))],
    messages: [reply(commands)],
    state,
  })
}

function wasOf(store: Store): readonly OpenCall['was']['type'][] {
  return store.recoveryFacts(ID).openCalls.map(({ was }) => was.type)
}

function end(store: Store, { agentId }: NewChild, state: ConversationState): void {
  append(store, { conversationId: agentId, state })
}

function about({ agentId, task }: NewChild): object {
  return { agentId, task }
}

/** Tests what a store knows after a restart (rule 7); used for the fake and the real one. */
export function testRecovery(kind: string, open: () => Store): void {
  const created = (): Store => withConversation(open())

  test(`${kind}: a conversation that is not idle is unsettled, with the facts of its open turn and calls`, () => {
    const store = created()
    expect(store.unsettled()).toEqual([])
    appendCalls(store, cancelling, ['one', 'two', 'three'])
    const work = { callId: FIRST, workId: 'w' as WorkId }
    const result: NewMessage = {
      id: 'r2' as MessageId,
      at: 5,
      content: {
        type: 'tool',
        callId: SECOND,
        outcome: 'ok',
        content: [],
        durationMs: null,
        summary: null,
        files: [],
      },
    }
    const rows = [lifecycle('e1.r1', { type: 'toolStarted', ...work })]
    append(store, { rows, messages: [result], state: cancelling })
    expect(store.unsettled()).toEqual([ID])
    expect(store.conversation(ID)?.state).toEqual(cancelling)
    expect(store.recoveryFacts(ID)).toEqual({
      openTurn: OPEN,
      rested: { turnId: TURN, cause: 'userCancel' },
      openCalls: [
        { callId: FIRST, was: { type: 'started' } },
        { callId: THIRD, was: { type: 'waiting' } },
      ],
    })
    const ended = { type: 'turnInterrupted', turnId: TURN, reason: 'restart', by: null } as const
    append(store, { rows: [input('e2'), lifecycle('e2.r0', ended)] })
    expect(store.unsettled()).toEqual([])
    expect(store.recoveryFacts(ID).openTurn).toBeNull()
  })

  test(`${kind}: a call was asked for where its card waits for an answer, and nowhere else`, () => {
    const store = created()
    const remaining = [call(0, 'one', RUN), call(1, 'two', ASK), call(2, 'three', ASK)]
    const round = { replyId: REPLY, completed: [], remaining }
    const answers = [{ callId: SECOND, answer: { type: 'once' } as const }]
    const approval = { type: 'awaitingApproval', turn: turn(), round, answers, since: 4 } as const
    appendCalls(store, approval, ['one', 'two', 'three'])
    expect(store.conversation(ID)?.state).toEqual(approval)
    expect(wasOf(store)).toEqual(['waiting', 'waiting', 'asked'])
    append(store, { state: cancelling })
    expect(wasOf(store)).toEqual(['waiting', 'waiting', 'waiting'])
  })

  test(`${kind}: the state that a conversation rested in is reported with its turn`, () => {
    const store = created()
    const idle = { type: 'idle', unfinished: { turnId: TURN, cause: 'limit' } } as const
    const restedIn = (state: ConversationState): unknown => {
      append(store, { state })
      return store.recoveryFacts(ID).rested
    }
    expect(restedIn(failedWithKey)).toEqual({ turnId: TURN, cause: 'error' })
    expect(restedIn(exhausted)).toEqual({ turnId: TURN, cause: 'contextExhausted' })
    expect(restedIn(idle)).toEqual({ turnId: TURN, cause: 'limit' })
    expect(restedIn(cancelling)).toEqual({ turnId: TURN, cause: 'userCancel' })
    expect(restedIn({ ...cancelling, then: { type: 'turn', turn: turn() } })).toBeNull()
    expect(restedIn({ type: 'idle', unfinished: null })).toBeNull()
  })

  test(`${kind}: a call that had started sub-agents tells what each handed in, in the order of their tasks`, () => {
    const store = created()
    const names = ['a5', 'a4', 'a3', 'a2', 'a1']
    const children = names.map((name, index) => child(name, FIRST, index))
    appendCalls(store, cancelling, ['one', 'two'])
    append(store, { children: [...children.toReversed(), child('b1', SECOND, 0)] })
    const message = reply(['one'], ['I found', 'a door.'])
    const words = 'last words' as MessageId
    const [a5, a4, a3, a2] = children
    if (!a5 || !a4 || !a3 || !a2) throw new Error('five sub-agents')
    end(store, a5, { type: 'completed', result: 'Done.' })
    append(store, {
      conversationId: a4.agentId,
      messages: [{ ...message, id: words }],
      state: failedChild(words),
    })
    end(store, a3, failedChild(null))
    end(store, a2, cancelling)
    expect(store.recoveryFacts(ID).openCalls).toEqual([
      {
        callId: FIRST,
        was: {
          type: 'delegated',
          children: [
            { ...about(a5), outcome: 'completed', text: 'Done.', messageId: null },
            {
              ...about(a4),
              outcome: 'timeout',
              text: 'It took too long.\n\nI found\n\na door.',
              messageId: null,
            },
            { ...about(a3), outcome: 'timeout', text: 'It took too long.', messageId: null },
            { ...about(a2), outcome: 'interrupted', text: '', messageId: null },
            {
              agentId: 'a1',
              task: 'task of a1',
              outcome: 'interrupted',
              text: '',
              messageId: null,
            },
          ],
        },
      },
      {
        callId: SECOND,
        was: {
          type: 'delegated',
          children: [
            {
              agentId: 'b1',
              task: 'task of b1',
              outcome: 'interrupted',
              text: '',
              messageId: null,
            },
          ],
        },
      },
    ])
  })

  test(`${kind}: the recorded end of a sub-agent is reported as its parent stored it`, () => {
    const store = created()
    const [one, two] = ['a1', 'a2'].map((name, index) => child(name, FIRST, index))
    if (!one || !two) throw new Error('two sub-agents')
    appendCalls(store, cancelling, ['one'])
    const content = {
      type: 'subAgent',
      callId: FIRST,
      agentId: two.agentId,
      task: two.task,
      outcome: 'cancelled',
      text: 'Half of it.',
    } as const
    const messages = [{ id: 'its end' as MessageId, at: 5, content }]
    append(store, { children: [one, two], messages, state: cancelling })
    end(store, one, { type: 'completed', result: 'Done.' })
    end(store, two, { type: 'completed', result: 'All of it.' })
    expect(store.recoveryFacts(ID).openCalls).toMatchObject([
      {
        was: {
          children: [
            { outcome: 'completed', text: 'Done.', messageId: null },
            { outcome: 'cancelled', text: 'Half of it.', messageId: 'its end' },
          ],
        },
      },
    ])
  })

  test(`${kind}: a compaction turn is reported with what was unfinished before it`, () => {
    const store = created()
    const unfinished = { turnId: 'turn0' as TurnId, cause: 'limit' } as const
    const entry = { type: 'turnStarted', turnId: TURN, trigger: 'compact' } as const
    const started = { ...entry, goal: 'compaction', unfinished } as const
    append(store, { rows: [input('e1'), lifecycle('e1.r0', started)], state: cancelling })
    expect(store.recoveryFacts(ID).openTurn).toEqual({ id: TURN, goal: 'compaction', unfinished })
  })

  test(`${kind}: sub-agents are unsettled until they have ended, and come before every parent`, () => {
    const store = created()
    const last = 'z' as ConversationId
    store.createConversation({ id: last, folder: '/work', permissionMode: 'ask', at: 1 })
    const [done, gone, idle] = ['zz1', 'zz2', 'a1'].map((name, at) => child(name, FIRST, at))
    if (!done || !gone || !idle) throw new Error('three sub-agents')
    append(store, { state: cancelling, children: [done, gone, idle] })
    append(store, { conversationId: last, state: exhausted })
    expect(store.unsettled().slice(0, 3).toSorted()).toEqual(['a1', 'zz1', 'zz2'])
    expect(store.unsettled().slice(3).toSorted()).toEqual([ID, last])
    end(store, done, { type: 'completed', result: '' })
    end(store, gone, failedChild(null))
    append(store, { conversationId: last })
    expect(store.unsettled()).toEqual([idle.agentId, ID])
  })

  test(`${kind}: a sub-agent's facts are found like any other's`, () => {
    const store = created()
    const { agentId } = child('a1', FIRST, 0)
    append(store, { state: cancelling, children: [child('a1', FIRST, 0)] })
    const other = 'turn2' as TurnId
    const rows = [input('e1'), lifecycle('e1.r0', turnStarted(other))]
    const messages = [user('m1', 'task of a1'), reply(['one'])]
    append(store, { conversationId: agentId, rows, messages, state: cancelling })
    expect(store.recoveryFacts(agentId)).toEqual({
      openTurn: { ...OPEN, id: other },
      rested: { turnId: TURN, cause: 'userCancel' },
      openCalls: [{ callId: FIRST, was: { type: 'waiting' } }],
    })
    expect(store.recoveryFacts(ID).openTurn).toBeNull()
  })

  test(`${kind}: T67 a recovery is on record from its begin to its end, and may begin twice`, () => {
    const store = created()
    expect(store.setAside()).toEqual([])
    expect(store.beginRecovery(ID).ok).toBe(true)
    expect(store.beginRecovery(ID).ok).toBe(true)
    expect(store.setAside()).toEqual([ID])
    expect(store.endRecovery(ID).ok).toBe(true)
    expect(store.setAside()).toEqual([])
    expect(store.endRecovery(ID).ok).toBe(true)
  })
}
