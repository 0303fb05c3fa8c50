import { IN_THE_LIST } from '../../../../shared/conversation/conversation.ts'
import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../../shared/models/usage.ts'
import { BlobHash, type CallId, type ConversationId, type TurnId } from '../../../../shared/ids.ts'
import type { Instructions, InstructionsInForce } from '../../../../shared/conversation/turn.ts'
import type { ContextChange } from '../../../core/machine/context.ts'
import type { Lifecycle } from '../../../core/machine/lifecycle.ts'
import { testAttachment } from '../../../core/testing/test-attachment.ts'
import { testContext } from '../../../core/testing/test-context.ts'
import { spendIn } from '../../conversation/record/spend-in.ts'
import type { Commit } from '../../ports/history-store.ts'
import type { Store } from '../../ports/store.ts'
import {
  answer,
  child,
  append,
  ID,
  input,
  lifecycle,
  summary,
  user,
  waiting,
  withConversation,
  saveRule,
} from './store-samples.ts'

const MILLION = 1_000_000
const CALL = 'reply.0' as CallId
const BLOB = BlobHash.parse('b'.repeat(64))

/** Tests a store; used for the fake and the real one. */
export function testStore(kind: string, open: () => Store): void {
  const created = (): Store => withConversation(open())

  // covers D-57
  test(`${kind}: a step gets its place in the sequence inside the transaction, without a gap`, () => {
    const store = created()
    const first = append(store, { rows: [input('e1'), input('e2')], messages: [user('m1')] })
    const second = append(store, { rows: [input('e3')], messages: [user('m2')] })
    expect(first).toMatchObject({ ok: true, value: { after: 0, seq: 2, messages: [{ seq: 1 }] } })
    expect(second).toMatchObject({ ok: true, value: { after: 2, seq: 3, messages: [{ seq: 2 }] } })
    expect(store.conversation(ID)?.seq).toBe(3)
  })

  test(`${kind}: the first title stays, and a send takes the draft with it`, () => {
    const store = created()
    expect(store.list()).toMatchObject([{ title: 'New conversation', activity: 'idle' }])
    const draft = { text: 'a draft', attachments: [testAttachment('cat.png')], caret: 3 }
    store.saveDraft(ID, draft)
    append(store, { title: 'Mend the door' })
    expect(store.draft(ID)).toEqual(draft)
    append(store, { title: 'Other', clearsDraft: true })
    expect(store.draft(ID)).toEqual({ text: '', attachments: [], caret: 0 })
    expect(store.list()).toMatchObject([{ title: 'Mend the door' }])
  })

  test(`${kind}: a title knows who gave it, and no later first message takes its place`, () => {
    const store = created()
    expect(store.conversation(ID)).toMatchObject({ title: null, titleSource: 'message' })
    expect(store.rename(ID, 'Door', 'person').ok).toBe(true)
    append(store, { title: 'Mend the door' })
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

  test(`${kind}: a conversation is archived until somebody writes in it, and pinned until it is not`, () => {
    const store = created()
    expect(store.list()).toMatchObject([IN_THE_LIST])
    expect(store.place(ID, { isArchived: true, pinnedAt: 7, rank: 1.5 }).ok).toBe(true)
    expect(store.list()).toMatchObject([{ isArchived: true, pinnedAt: 7, rank: 1.5 }])
    append(store, { rows: [input('e1')] })
    expect(store.conversation(ID)).toMatchObject({ isArchived: true, pinnedAt: 7, rank: 1.5 })
    append(store, { rows: [input('e2')], unarchives: true })
    expect(store.conversation(ID)).toMatchObject({ isArchived: false, pinnedAt: 7, rank: 1.5 })
    store.place(ID, IN_THE_LIST)
    expect(store.list()).toMatchObject([IN_THE_LIST])
  })

  test(`${kind}: a session is open until its end is on record`, () => {
    const store = created()
    expect(store.conversation(ID)?.hasOpenSession).toBe(false)
    const sessionStarted = { type: 'sessionStarted', context: testContext() } as const
    append(store, { rows: [input('e1'), lifecycle('e1.r0', sessionStarted)] })
    expect(store.conversation(ID)?.hasOpenSession).toBe(true)
    const end = lifecycle('e2.r0', { type: 'sessionEnded', reason: 'closed' })
    append(store, { rows: [input('e2'), end] })
    expect(store.conversation(ID)?.hasOpenSession).toBe(false)
  })

  test(`${kind}: what the folder said is what the last session read last, or what it began with`, () => {
    const store = created()
    const readInSession = (...rows: readonly Lifecycle[]): InstructionsInForce | undefined => {
      const at = store.conversation(ID)?.seq ?? 0
      const entries = rows.map((row, index) => lifecycle(`e${at}.r${index}`, row))
      append(store, { rows: [input(`e${at}`), ...entries] })
      return store.conversation(ID)?.instructions
    }
    expect(store.conversation(ID)?.instructions).toBe(null)
    expect(readInSession(begun(instructionsOf(1)))).toEqual(instructionsOf(1))
    const brief = changed({ systemPrompt: 'Be brief.' })
    expect(readInSession(changed({ instructions: [instructionsOf(2)] }), brief)).toEqual([
      instructionsOf(2),
    ])
    expect(readInSession({ type: 'sessionEnded', reason: 'closed' })).toEqual([instructionsOf(2)])
    expect(readInSession(begun(instructionsOf(2)), changed({ instructions: null }))).toBe(null)
    expect(readInSession(begun(null), brief)).toBe(null)
    const instructionsFault = { name: 'AGENTS.md', why: 'notText' } as const
    readInSession(changed({ instructionsFault }), changed({ instructions: null }))
    expect(store.conversation(ID)).toMatchObject({ instructionsFault })
    readInSession(changed({ instructionsFault: 'full' }))
    expect(store.conversation(ID)).toMatchObject({ instructionsFault: null })
  })

  test(`${kind}: a conversation keeps what it was given of its own`, () => {
    const store = created()
    const app = { chosenModel: null, chosenFallback: null, chosenEffort: null, chosenBudget: null }
    const read = { network: true, webSearch: false, systemPrompt: null }
    const nothing = { ...read, chosenKeepTrying: null, ...app }
    const start = { permissionMode: 'ask', ...nothing, parent: null }
    expect(store.conversation(ID)).toMatchObject(start)
    const models = {
      chosenModel: 'ollama/qwen3:8b',
      chosenFallback: '',
      chosenEffort: 'max',
      chosenKeepTrying: '4h',
      chosenBudget: { budgetUsd: 2.5, budgetMinutes: 90 },
    } as const
    const permissions = { permissionMode: 'acceptEdits', network: false, webSearch: true } as const
    const own = { ...permissions, systemPrompt: 'Be brief.', ...models }
    expect(store.configure(ID, own).ok).toBe(true)
    expect(store.conversation(ID)).toMatchObject(own)
    const other = { permissionMode: 'readOnly', ...nothing } as const
    store.configure(ID, other)
    expect(store.conversation(ID)).toMatchObject(other)
  })

  // covers REQ-BED-009.2a REQ-BED-009.2b D-51 D-52
  test(`${kind}: sub-agents are created with the step that calls them, configured like their parent, and are in no list`, () => {
    const store = created()
    const models = {
      chosenModel: 'ollama/qwen3:8b',
      chosenFallback: 'claude-test',
      chosenEffort: 'low',
      chosenKeepTrying: '15min',
      chosenBudget: null,
    } as const
    const permissions = { permissionMode: 'auto', network: false, webSearch: true } as const
    const own = { ...permissions, systemPrompt: 'Be brief.', ...models }
    store.configure(ID, own)
    const children = [child('a1', CALL, 0), child('a2', CALL, 1)]
    expect(append(store, { rows: [input('e1')], at: 7, children }).ok).toBe(true)
    const other = child('a3', CALL, 2, 'ollama/small')
    append(store, { rows: [input('e2')], at: 8, children: [other] })
    expect(store.conversation(other.agentId)).toMatchObject({ ...own, chosenModel: 'ollama/small' })
    expect(store.list().map(({ id }) => id)).toEqual([ID])
    expect(store.conversation(children[1]?.agentId ?? ID)).toEqual({
      id: 'a2',
      title: null,
      hasBegun: false,
      titleSource: 'message',
      isUnread: false,
      ...IN_THE_LIST,
      folder: '/work',
      parent: { conversationId: ID, callId: CALL, index: 1, task: 'task of a2', kind: 'explorer' },
      forkedFrom: null,
      ...own,
      instructions: null,
      instructionsFault: null,
      createdAt: 7,
      updatedAt: 7,
      state: { type: 'idle', unfinished: null },
      seq: 0,
      hasOpenSession: false,
    })
  })

  test(`${kind}: the last places of a conversation and its sub-agents are known, and what each of these spent`, () => {
    const store = created()
    const other = 'c2' as ConversationId
    store.createConversation({ id: other, folder: '/work', permissionMode: 'ask', at: 2 })
    const [first, second] = [child('a1', CALL, 0), child('a2', CALL, 1)]
    append(store, { messages: [answer('own', MILLION, 9)], children: [first, second] })
    const beginning = [user('m1', 'What?'), answer('r1', MILLION, 2), answer('r2', 500, null)]
    const messages = [...beginning, summary('s1', MILLION, 3)]
    append(store, { conversationId: first.agentId, messages })
    const places = { [ID]: 1, [first.agentId]: 4, [second.agentId]: 0 }
    expect(Object.fromEntries(store.lastSeqs(ID))).toEqual(places)
    expect(store.lastSeqs(other)).toEqual(new Map([[other, 0]]))
    const usage = { ...NO_USAGE, inputTokens: 2 * MILLION + 500 }
    expect(spendIn(store, first.agentId)).toEqual({ usage, usd: 5, unpricedTokens: 500 })
  })

  // covers D-54
  test(`${kind}: conversations are listed with the last changed first, each in its own state`, () => {
    const store = created()
    const other = 'c2' as ConversationId
    store.createConversation({ id: other, folder: '/work', permissionMode: 'ask', at: 2 })
    expect(store.list().map(({ id }) => id)).toEqual([other, ID])
    append(store, { at: 9, state: { type: 'completed', result: 'Done.' } })
    expect(store.list()).toMatchObject([{ id: ID, activity: 'done' }, { id: other }])
    expect(store.list()[1]?.activity).toBe('idle')
  })

  test(`${kind}: a rule belongs to its folder and is there once, in the order of their saving`, () => {
    const store = open()
    const rules = ['npm test', 'npm run build'].map((subject) => ({
      tool: 'bash',
      subject,
      match: 'exact' as const,
    }))
    for (const rule of [...rules, ...rules]) expect(saveRule(store, '/work', rule).ok).toBe(true)
    saveRule(store, '/other', { tool: 'bash', subject: 'make', match: 'exact' })
    expect(store.rules('/work')).toEqual(rules)
    expect(store.rules('/work/inner')).toEqual([])
  })

  test(`${kind}: a prefix rule and an exact rule of the same words coexist, and each is removed separately`, () => {
    const store = open()
    const exact = { tool: 'bash', subject: 'npm test', match: 'exact' } as const
    const prefix = { ...exact, match: 'prefix' } as const
    for (const folder of ['/work', '/gone', '/work'])
      for (const rule of [exact, prefix]) expect(saveRule(store, folder, rule).ok).toBe(true)
    expect(store.removeRule('/work', exact).ok).toBe(true)
    expect(store.removeRule('/work', exact).ok).toBe(true)
    expect(store.rules('/work')).toEqual([prefix])
    expect(store.allRules()).toEqual([
      { folder: '/gone', rule: exact },
      { folder: '/gone', rule: prefix },
      { folder: '/work', rule: prefix },
    ])
  })

  const faulty: readonly (readonly [string, Partial<Commit>])[] = [
    ['event', { rows: [input('e2'), input('e1')] }],
    ['message', { messages: [user('m2'), user('m1')] }],
    ['sub-agent', { children: [child('a2', CALL, 1), child('a1', CALL, 2)] }],
    ['task of a call', { children: [child('a2', CALL, 1), child('a3', CALL, 0)] }],
  ]
  // covers D-48
  test.each(faulty)(`${kind}: a step whose %s is there already leaves nothing`, (_, part) => {
    const store = created()
    const first = { rows: [input('e1')], messages: [user('m1')], children: [child('a1', CALL, 0)] }
    append(store, first)
    const draft = { text: 'a draft', attachments: [], caret: 3 }
    store.saveDraft(ID, draft)
    for (const id of ['w1', 'w2']) store.putWaiting(ID, waiting(id))
    const before = store.conversation(ID)
    const whole = {
      rows: [input('e2')],
      messages: [user('m2')],
      children: [child('a2', CALL, 1)],
      state: { type: 'contextExhausted', turnId: 't' as TurnId, choices: [] },
      at: 9,
      title: 'A title',
      clearsDraft: true,
      delivered: [waiting('w1').id],
      holdsWaiting: true,
    } as const
    expect(isDone(() => append(store, { ...whole, ...part }))).toBe(false)
    expect(store.conversation(ID)).toEqual(before)
    expect(store.history(ID).map(({ id }) => id)).toEqual(['m1'])
    expect(store.conversation('a2' as ConversationId)).toBeNull()
    expect(store.waiting(ID)).toEqual([waiting('w1'), waiting('w2')])
    expect(store.draft(ID)).toEqual(draft)
    expect(append(store, whole)).toMatchObject({ ok: true, value: { after: 1, seq: 2 } })
  })
}

/** True if it succeeded. The memory store throws where the real one returns a fault. */
function isDone(run: () => { readonly ok: boolean }): boolean {
  try {
    return run().ok
  } catch {
    return false
  }
}

function instructionsOf(bytes: number): Instructions {
  return { name: 'AGENTS.md', blob: BLOB, bytes, isCut: false }
}

function begun(instructions: InstructionsInForce): Lifecycle {
  return { type: 'sessionStarted', context: { ...testContext(), instructions } }
}

function changed(change: ContextChange): Lifecycle {
  return { type: 'settingsChanged', change }
}
