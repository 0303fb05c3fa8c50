import { expect, onTestFinished, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { ManualTime } from '../fakes/manual-time.ts'
import type { MemoryStore } from '../fakes/memory/memory-store.ts'
import { World } from '../fakes/world.ts'
import { type Fault, onFault } from '../guard.ts'
import { Recovery } from './recovery.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId
const OTHER = 'c2' as ConversationId

/** Two conversations at work, and a start that dies while it recovers the first of them. */
async function diedInRecovery(): Promise<MemoryStore> {
  const world = new World()
  await world.send('Go')
  world.create(OTHER)
  const message = {
    conversationId: OTHER,
    messageId: 'other-m' as never,
    text: 'Go',
    attachments: [],
  }
  await world.request('message.send', { ...message, mode: 'policy' })
  await world.time.settle()
  world.store.beginRecovery(ID)
  return world.store
}

test('an unsaved recovery is what people see, and is saved with the next write', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.callBash('true', 'two')
  await world.time.settle()
  await world.putInOutbox('later')
  world.store.failing = 'full'
  const again = world.restart()
  expect(again.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
  expect(again.runtime.outbox.waiting).toMatchObject([{ id: 'later', when: 'held' }])
  again.store.failing = null
  await again.send('Two')
  expect(again.transcript.slice(2)).toEqual([
    'tool unknown: Interrupted: Phoenix was closed while this ran. Its effect is unknown.',
    'tool notRun: Not run: Phoenix was closed before this call.',
    'user: Two',
  ])
  expect(again.lifecycle).toContain('turnInterrupted restart')
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

test('a conversation with an error rests idle after the start, even if that cannot be saved', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.fail('auth')
  await world.time.settle()
  expect(world.state.type).toBe('error')
  world.store.failing = 'full'
  const again = world.restart()
  expect(again.state.type).toBe('idle')
  again.store.failing = null
  await again.send('Two')
  expect(again.store.conversation(ID)?.state?.type).toBe('llmRequesting')
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

/** As the entry does it: nobody follows a conversation before the start is over. */
function started(store: MemoryStore): World {
  return new World(store, new ManualTime(), { isRestart: true, follows: false })
}

test('T67 the conversation that crashed a start is set aside and shown, and the others start', async () => {
  const world = started(await diedInRecovery())
  const rows = world.registry.rows.all().map(({ id, activity }) => [id, activity])
  expect(Object.fromEntries(rows)).toEqual({ [ID]: 'setAside', [OTHER]: 'unfinished' })
  expect(await world.request('conversation.open', { conversationId: ID })).toMatchObject({
    ok: false,
    error: { code: 'setAside' },
  })
  expect(world.store.conversation(ID)?.state?.type).toBe('llmRequesting')
})

test('T67 it stays aside from start to start until a person tries it again, then it works normally', async () => {
  const world = started(await diedInRecovery())
  const again = started(world.store)
  expect(again.registry.isSetAside(ID)).toBe(true)
  const tried = { conversationId: ID }
  expect(await again.request('conversation.recover', tried)).toEqual({ ok: true, value: {} })
  expect(await again.request('conversation.recover', tried)).toEqual({ ok: true, value: {} })
  expect(again.events.findLast(({ type }) => type === 'list.changed')).toMatchObject({
    summary: { id: ID, activity: 'unfinished' },
  })
  expect(await again.request('conversation.open', tried)).toMatchObject({
    ok: true,
    value: { state: { type: 'idle', unfinished: 'restart' } },
  })
  expect(started(again.store).registry.isSetAside(ID)).toBe(false)
})

test('T67 a second try that crashes the app sets it aside again', async () => {
  const world = started(await diedInRecovery())
  const marks: (readonly ConversationId[])[] = []
  const recoveryFacts = world.store.recoveryFacts.bind(world.store)
  world.store.recoveryFacts = (id) => {
    marks.push(world.store.setAside())
    return recoveryFacts(id)
  }
  await world.request('conversation.recover', { conversationId: ID })
  expect(marks).toEqual([[ID]])
  expect(world.store.setAside()).toEqual([])
})

test('one deleted meanwhile is not tried, and is still set aside when it is restored', async () => {
  const world = started(await diedInRecovery())
  const asked = { conversationId: ID }
  await world.request('conversation.delete', asked)
  await world.request('conversation.recover', asked)
  await world.request('conversation.restore', asked)
  expect(world.registry.isSetAside(ID)).toBe(true)
  expect(world.store.setAside()).toEqual([ID])
})

test('each recovery is marked on disk while it runs, and no longer', async () => {
  const world = new World()
  await world.send('Go')
  const marks: (readonly ConversationId[])[] = []
  const recoveryFacts = world.store.recoveryFacts.bind(world.store)
  world.store.recoveryFacts = (id) => {
    marks.push(world.store.setAside())
    return recoveryFacts(id)
  }
  started(world.store)
  expect(marks).toEqual([[ID]])
  expect(world.store.setAside()).toEqual([])
})

test('a recovery that throws, even if its log throws too, does not stop the others from being recovered', () => {
  const opened: string[] = []
  const heard: Fault[] = []
  onTestFinished(onFault((fault) => heard.push(fault)))
  const ids = ['broken', 'whole'] as ConversationId[]
  const done = { ok: true, value: null } as const
  const store = {
    setAside: () => [],
    unsettled: () => ids,
    recoveryFacts: (id: ConversationId) => {
      opened.push(id)
      throw new Error('a damaged row')
    },
    beginRecovery: () => done,
    endRecovery: () => done,
  }
  const log = {
    warn: () => {
      throw new Error('a full disk')
    },
  }
  new Recovery(store, log, () => null).recoverAll()
  expect(opened).toEqual(ids)
  expect(heard.map(({ error }) => String(error))).toEqual([
    'Error: a full disk',
    'Error: a full disk',
  ])
})

test('one that cannot be released after its recovery does not stop the others, and the start continues', async () => {
  const world = new World()
  await world.send('Go')
  world.create(OTHER)
  const heard: Fault[] = []
  onTestFinished(onFault((fault) => heard.push(fault)))
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (plan) => {
    const done = commit(plan)
    if (JSON.stringify(plan.rows).includes('"reason":"closed"')) throw new Error('a bug')
    return done
  }
  expect(() => started(world.store)).not.toThrow()
  expect(heard.map(({ error }) => String(error))).toEqual(['Error: a bug'])
})

test('one whose recovery throws stays aside from start to start until a person tries it again', async () => {
  const world = new World()
  await world.send('Go')
  onTestFinished(onFault(() => undefined))
  const { store } = world
  const commit = store.commit.bind(store)
  store.commit = () => {
    throw new Error('a bug')
  }
  expect(started(store).registry.isSetAside(ID)).toBe(true)
  store.commit = commit
  const again = started(store)
  expect(again.registry.isSetAside(ID)).toBe(true)
  await again.request('conversation.recover', { conversationId: ID })
  expect(started(store).registry.isSetAside(ID)).toBe(false)
})
