import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import {
  append,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { freshFile, opened } from './temporary.fixture.ts'

const HELD_MS = 700
const HOLD = `
  const { parentPort, workerData } = require('node:worker_threads')
  const db = require('better-sqlite3')(workerData.file)
  db.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('held')
  setTimeout(() => { db.exec('ROLLBACK'); db.close() }, workerData.ms)
`

test('a step waits for a writing thread, and is saved', async () => {
  const file = freshFile()
  const { db, store } = opened(file)
  withConversation(store)
  const thread = new Worker(HOLD, { eval: true, workerData: { file, ms: HELD_MS } })
  await once(thread, 'message')
  const saved = append(store, { rows: [input('e1')], messages: [user('m1')] })
  expect(saved.ok).toBe(true)
  await once(thread, 'exit')
  db.close()
})
