import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { callIdOf } from '../../../../shared/messages/call-id.ts'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import {
  child,
  append,
  ID,
  input,
  user,
  withConversation,
} from '../../../runtime/fakes/contracts/store-samples.ts'
import type { Store } from '../../../runtime/ports/store.ts'
import { prepareMoving } from '../history/move-rows.ts'
import { widen } from '../history/widen.fixture.ts'
import { opened } from '../temporary.fixture.ts'
import { measureSizes } from './measure-sizes.ts'

const OTHER = 'c2' as ConversationId

/** This many letters that hardly shrink when packed. */
function noise(count: number): string {
  const digests = Array.from({ length: Math.ceil(count / 64) }, (_, n) =>
    createHash('sha256').update(`${n}`).digest('hex'),
  )
  return digests.join('').slice(0, count)
}

function say(store: Store, id: ConversationId, name: string, letters: number): void {
  const rows = [input(`e${name}`)]
  append(store, { conversationId: id, rows, messages: [user(`m${name}`, noise(letters))] })
}

test('the largest conversation comes first, with its sub-agents, wherever its rows are', () => {
  const { db, store } = opened()
  withConversation(store)
  store.createConversation({ id: OTHER, folder: '/work', permissionMode: 'ask', at: 1 })
  const agent = child('a1', callIdOf('r1' as MessageId, 0), 0)
  append(store, { rows: [input('e1')], messages: [user('m1')], children: [agent] })
  say(store, OTHER, '2', 4_000)
  say(store, agent.agentId, '3', 20_000)
  const { conversations } = measureSizes(db.name)
  expect(conversations.map(({ id, messages }) => [id, messages])).toEqual([
    [ID, 1],
    [OTHER, 1],
  ])
  expect(conversations[0]?.bytes).toBeGreaterThan(3 * (conversations[1]?.bytes ?? Infinity))
  widen(db)
  const move = prepareMoving(db)
  let left = Infinity
  for (let isLeft = true; isLeft; isLeft = move()) {
    const sizes = measureSizes(db.name)
    expect(sizes.conversations.map(({ id }) => id)).toEqual([ID, OTHER])
    expect(sizes.unpacked).toBeLessThan(left)
    left = sizes.unpacked
  }
  expect(measureSizes(db.name)).toMatchObject({ conversations, unpacked: 0 })
})

test('conversations beyond the fifty largest are counted', () => {
  const { db, store } = opened()
  for (let n = 1; n <= 53; n++) {
    const id = `c${n}` as ConversationId
    store.createConversation({ id, folder: '/work', permissionMode: 'ask', at: 1 })
    say(store, id, `${n}`, n * 50)
  }
  const { conversations, others } = measureSizes(db.name)
  expect([conversations.length, others.count]).toEqual([50, 3])
  expect(others.bytes).toBeGreaterThan(0)
  expect(others.bytes).toBeLessThan(3 * (conversations.at(-1)?.bytes ?? 0))
})

test('files of the data folder are measured by their purpose', () => {
  const { db, store } = opened()
  withConversation(store)
  say(store, ID, '1', 100)
  const folder = dirname(db.name)
  const write = (path: string, bytes: number): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), Buffer.alloc(bytes))
  }
  write('blobs/ab/one', 3)
  write('outputs/two', 5)
  write('undo/cd/three', 7)
  write('undo/calls/four', 11)
  write('backups/five', 13)
  const sizes = measureSizes(db.name)
  expect(sizes).toMatchObject({ files: 3, outputs: 5, undo: 18, backups: 13 })
  expect(sizes.index).toBeGreaterThan(0)
  expect(sizes.database).toBeGreaterThan(sizes.index)
})
