import Database from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { IDLE } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId, EventId, MessageId } from '../../../shared/ids.ts'
import { storeEvent } from '../../core/log/stored.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { transition } from '../../core/transition.ts'
import { append, saveRule } from '../../runtime/fakes/contracts/store-samples.ts'
import type { RecoveryFacts } from '../../runtime/ports/recovery-store.ts'
import type { Store } from '../../runtime/ports/store.ts'
import { MIGRATIONS } from './migrate.ts'
import { freshFile, opened } from './temporary.fixture.ts'

const REPLY = 'e29.0' as MessageId
const NOTHING = { openTurn: null, rested: null, openCalls: [] }

/** What Continue resumes, if the turn had ended before the restart. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  ['cancelling', 'userCancel'],
  ['error', 'error'],
])

/**
 * The store over a database of format 3: a conversation in each state, as written by the program that had three migrations.
 */
function migrated(): ReturnType<typeof opened> {
  const file = freshFile()
  const old = new Database(file)
  old.exec(readFileSync(join(import.meta.dirname, 'format-3.fixture.sql'), 'utf8'))
  expect(old.pragma('user_version', { simple: true })).toBe(3)
  old.close()
  return opened(file)
}

function turn(id: string): object {
  return { id, goal: 'reply', unfinished: null }
}

/** The unsettled conversations, by name: those of the fixture are named after their states. */
function facts(store: Store): Record<string, RecoveryFacts> {
  return Object.fromEntries(store.unsettled().map((id) => [id, store.recoveryFacts(id)]))
}

test('conversations of an older Phoenix keep everything, and ask before they act from now on', () => {
  const { db, store } = migrated()
  expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
  const ids = store.list().map(({ id }) => id)
  expect(ids).toHaveLength(10)
  for (const id of ids) {
    const models = { chosenModel: null, chosenFallback: null, chosenBudget: null }
    const own = {
      permissionMode: 'ask',
      systemPrompt: null,
      chosenKeepTrying: null,
      chosenEffort: null,
    } as const
    const start = { ...own, ...models, parent: null }
    expect(store.conversation(id)).toMatchObject(start)
    expect(store.waiting(id)).toEqual([])
    expect(store.history(id)[0]?.content.type).toBe(id === 'fresh' ? undefined : 'user')
  }
  const idle = 'idle' as ConversationId
  expect(store.conversation(idle)).toMatchObject({
    title: 'Done deal',
    isUnread: true,
    state: IDLE,
  })
  expect(store.draft(idle)).toEqual({ text: 'Half a thought', attachments: [], caret: 4 })
  expect(store.history(idle).map(({ content }) => content.type)).toEqual(['user', 'agent'])
  expect(store.setAside()).toEqual([])
})

test('for each state of an older Phoenix a restart finds what was open, readable or not', () => {
  const { store } = migrated()
  const open = { rested: null, openCalls: [] }
  expect(facts(store)).toEqual({
    awaitingLlm: { ...open, openTurn: turn('e42.0') },
    backoff: { ...open, openTurn: turn('e21.0') },
    cancelling: { ...NOTHING, rested: { turnId: 'e31.0', cause: 'userCancel' } },
    connecting: { ...open, openTurn: turn('e12.0') },
    error: { ...NOTHING, rested: { turnId: 'e37.0', cause: 'error' } },
    streaming: { ...open, openTurn: turn('e16.0') },
    toolExecuting: {
      openTurn: turn('e26.0'),
      rested: null,
      openCalls: [
        { callId: callIdOf(REPLY, 0), was: { type: 'started' } },
        { callId: callIdOf(REPLY, 1), was: { type: 'waiting' } },
      ],
    },
  })
  expect(store.conversation('toolExecuting' as ConversationId)?.state).toBeNull()
})

test('each conversation of an older Phoenix is idle after one recovery, with its calls answered', () => {
  const { store } = migrated()
  const context = testContext()
  for (const id of store.unsettled()) {
    const envelope = {
      id: `again ${id}` as EventId,
      at: 9,
      random: 0,
      printed: '',
      isFolderGone: false,
      sleptMs: 0,
    }
    const event = { type: 'recovered', ...store.recoveryFacts(id), ...envelope } as const
    const step = transition(store.conversation(id)?.state ?? IDLE, context, event)
    if (step.type === 'refused') throw new Error(`${id}: ${step.reason}`)
    const stored = storeEvent(event, step.messages)
    const rows = [{ id: event.id, kind: 'input', at: 9, event: stored } as const]
    const { state, messages } = step
    expect(append(store, { conversationId: id, rows, messages, state }).ok).toBe(true)
    const cause = CAUSES.get(id) ?? 'restart'
    expect(store.conversation(id)?.state).toMatchObject({ type: 'idle', unfinished: { cause } })
    expect(store.recoveryFacts(id).openCalls).toEqual([])
  }
  expect(store.unsettled()).toEqual([])
})

test('rules from before prefixes are exact, in their order', () => {
  const file = freshFile()
  const old = new Database(file)
  for (const migration of MIGRATIONS.slice(0, 4)) old.exec(migration)
  old.pragma('user_version = 4')
  const insert = old.prepare('INSERT INTO folder_rules (folder, tool, subject) VALUES (?, ?, ?)')
  for (const subject of ['npm test', 'make', 'ls']) insert.run('/work', 'bash', subject)
  old.close()
  const { db, store } = opened(file)
  expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
  const rules = ['npm test', 'make', 'ls'].map((subject) => {
    return { tool: 'bash', subject, match: 'exact' } as const
  })
  expect(store.rules('/work')).toEqual(rules)
  const prefix = { tool: 'bash', subject: 'make all', match: 'prefix' } as const
  saveRule(store, '/work', prefix)
  expect(store.rules('/work')).toEqual([...rules, prefix])
})
