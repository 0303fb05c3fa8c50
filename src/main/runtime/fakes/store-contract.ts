import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/content.ts'
import { IDLE, type ConversationState } from '../../../shared/conversation-state.ts'
import type {
  ConversationId,
  EventId,
  MessageId,
  TimerId,
  TurnId,
  WorkId,
} from '../../../shared/ids.ts'
import type { NewMessage } from '../../../shared/message.ts'
import type { Lifecycle } from '../../core/lifecycle.ts'
import { callIdOf } from '../../../shared/call-id.ts'
import { testAttachment } from '../../core/test-attachment.ts'
import type { Commit, LogRow, Store } from '../ports.ts'

const ID = 'c1' as ConversationId
const TURN = 'turn1' as TurnId
const REPLY = 'reply' as MessageId

function commit(part: Partial<Commit>): Commit {
  return {
    conversationId: ID,
    rows: [],
    messages: [],
    state: IDLE,
    at: 5,
    title: null,
    clearsDraft: false,
    ...part,
  }
}

function input(id: string): LogRow {
  const event = {
    input: { type: 'cancelRequested', by: 'user' },
    random: 0,
    printedIn: null,
  } as const
  return { id, kind: 'input', at: 5, event }
}

function lifecycle(id: string, entry: Lifecycle): LogRow {
  return { id, kind: 'lifecycle', at: 5, parentEventId: 'e1' as EventId, entry }
}

function user(id: string): NewMessage {
  const content = {
    type: 'user',
    text: `text of ${id}`,
    attachments: [],
    author: 'person',
  } as const
  return { id: id as MessageId, at: 5, content }
}

const reply: NewMessage = {
  id: REPLY,
  at: 5,
  content: {
    type: 'agent',
    turnId: TURN,
    model: 'm',
    end: 'toolUse',
    usage: NO_USAGE,
    blocks: ['one', 'two'].map((command) => {
      const value = { command }
      return {
        type: 'toolCall',
        providerCallId: 'x',
        name: 'bash',
        input: { type: 'object', value },
      } as const
    }),
  },
}

const cancelling: ConversationState = {
  type: 'cancelling',
  turnId: TURN,
  waitingFor: [{ workId: 'w' as WorkId, what: 'bash: one' }],
  timerId: 't' as TimerId,
  deadline: 9,
  then: { type: 'rest', unfinished: { turnId: TURN, cause: 'userCancel' } },
}

/** What every store must do, told to the fake and to the real one. */
export function testStore(kind: string, open: () => Store): void {
  function created(): Store {
    const store = open()
    expect(store.createConversation({ id: ID, folder: '/work', at: 1 }).ok).toBe(true)
    return store
  }

  test(`${kind}: a step gets its place in the sequence inside the transaction, without a gap`, () => {
    const store = created()
    const first = store.commit(commit({ rows: [input('e1'), input('e2')], messages: [user('m1')] }))
    const second = store.commit(commit({ rows: [input('e3')], messages: [user('m2')] }))
    expect(first).toMatchObject({ ok: true, value: { after: 0, seq: 2, messages: [{ seq: 1 }] } })
    expect(second).toMatchObject({ ok: true, value: { after: 2, seq: 3, messages: [{ seq: 2 }] } })
    expect(store.conversation(ID)?.seq).toBe(3)
  })

  test(`${kind}: messages come oldest first, by pages and whole`, () => {
    const store = created()
    for (let n = 1; n <= 5; n++) store.commit(commit({ messages: [user(`m${n}`)] }))
    expect(store.history(ID).map((message) => message.seq)).toEqual([1, 2, 3, 4, 5])
    const newest = store.messages(ID, { beforeSeq: null, limit: 2 })
    expect(newest.map((message) => message.seq)).toEqual([4, 5])
    const older = store.messages(ID, { beforeSeq: 4, limit: 2 })
    expect(older.map((message) => message.seq)).toEqual([2, 3])
    expect(store.message('m3' as MessageId)).toMatchObject({
      conversationId: ID,
      message: { seq: 3 },
    })
    expect(store.message('none' as MessageId)).toBeNull()
  })

  test(`${kind}: the first title stays, and a send takes the draft with it`, () => {
    const store = created()
    expect(store.list()).toMatchObject([{ title: 'New conversation', activity: 'idle' }])
    const draft = { text: 'a draft', attachments: [testAttachment('cat.png')], caret: 3 }
    store.saveDraft(ID, draft)
    store.commit(commit({ title: 'Mend the door' }))
    expect(store.draft(ID)).toEqual(draft)
    store.commit(commit({ title: 'Other', clearsDraft: true }))
    expect(store.draft(ID)).toEqual({ text: '', attachments: [], caret: 0 })
    expect(store.list()).toMatchObject([{ title: 'Mend the door' }])
  })

  test(`${kind}: a title knows who gave it, and no later first message takes its place`, () => {
    const store = created()
    expect(store.conversation(ID)).toMatchObject({ title: null, titleSource: 'message' })
    expect(store.rename(ID, 'Door', 'person').ok).toBe(true)
    store.commit(commit({ title: 'Mend the door' }))
    expect(store.conversation(ID)).toMatchObject({ title: 'Door', titleSource: 'person' })
    expect(store.list()).toMatchObject([{ title: 'Door' }])
  })

  test(`${kind}: a conversation is unread until it is marked as read`, () => {
    const store = created()
    expect(store.list()).toMatchObject([{ isUnread: false }])
    expect(store.markUnread(ID, true).ok).toBe(true)
    expect(store.list()).toMatchObject([{ isUnread: true }])
    expect(store.conversation(ID)?.isUnread).toBe(true)
    store.markUnread(ID, false)
    expect(store.list()).toMatchObject([{ isUnread: false }])
  })

  test(`${kind}: a conversation that is not idle is unsettled, with the facts of its open turn and calls`, () => {
    const store = created()
    const started = lifecycle('e1.r0', { type: 'turnStarted', turnId: TURN, trigger: 'message' })
    const callId = callIdOf(REPLY, 0)
    const tool = lifecycle('e1.r1', { type: 'toolStarted', callId, workId: 'w' as WorkId })
    expect(store.unsettled()).toEqual([])
    store.commit(
      commit({ rows: [input('e1'), started, tool], messages: [reply], state: cancelling }),
    )
    expect(store.unsettled()).toEqual([ID])
    expect(store.conversation(ID)?.state).toEqual(cancelling)
    expect(store.recoveryFacts(ID)).toEqual({
      openTurn: TURN,
      rested: null,
      openCalls: [
        { callId, started: true },
        { callId: callIdOf(REPLY, 1), started: false },
      ],
    })
    const ended = lifecycle('e2.r0', { type: 'turnInterrupted', turnId: TURN, reason: 'restart' })
    store.commit(commit({ rows: [input('e2'), ended] }))
    expect(store.unsettled()).toEqual([])
    expect(store.recoveryFacts(ID).openTurn).toBeNull()
  })

  test(`${kind}: a session is open until its end is on record`, () => {
    const store = created()
    expect(store.conversation(ID)?.hasOpenSession).toBe(false)
    store.commit(commit({ rows: [input('e1'), lifecycle('e1.r0', { type: 'sessionStarted' })] }))
    expect(store.conversation(ID)?.hasOpenSession).toBe(true)
    const end = lifecycle('e2.r0', { type: 'sessionEnded', reason: 'closed' })
    store.commit(commit({ rows: [input('e2'), end] }))
    expect(store.conversation(ID)?.hasOpenSession).toBe(false)
  })
}
