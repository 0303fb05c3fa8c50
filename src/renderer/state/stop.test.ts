import { expect, test } from 'vitest'
import type { ConversationSnapshot } from '../../shared/conversation.ts'
import { createClient } from '../connection/client.ts'
import { appError } from '../../shared/app-error.ts'
import { FakeHost, inputOf, settled } from '../fakes/fake-host.ts'
import { IDLE_STATE, snapshotOf, streamingState } from '../fakes/samples.ts'
import { type ConversationView, viewOf } from './conversation-view.ts'
import { createNotices } from './notices.ts'
import { canStop, stop } from './stop.ts'

type Job = ConversationSnapshot['jobs'][number]

function job(workId: string, phase: Job['phase'] = { type: 'running' }): unknown {
  return { workId, number: 1, command: 'sleep 9', since: 1, phase, lastLines: '' }
}
const ENDED = job('ended', { type: 'exited', code: 0, at: 2 })

function survivor(workId: string, pid: number): unknown {
  return { workId, pid, command: 'sleep 9', since: 1 }
}

function viewWith(fields: object): ConversationView {
  return viewOf(snapshotOf(fields))
}

async function stopping(view: ConversationView) {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const notices = createNotices()
  void stop(client, notices, view)
  await settled()
  return { host, notice: () => notices.store.getState().get(view.summary.id)?.code }
}

test('Stop is there while the conversation is busy or a process of it lives', () => {
  expect(canStop(viewWith({ state: IDLE_STATE }))).toBe(false)
  expect(canStop(viewWith({ jobs: [ENDED] }))).toBe(false)
  expect(canStop(viewWith({ state: streamingState() }))).toBe(true)
  expect(canStop(viewWith({ jobs: [ENDED, job('w1')] }))).toBe(true)
  expect(canStop(viewWith({ jobs: [job('w1', { type: 'ending' })] }))).toBe(true)
  expect(canStop(viewWith({ survivors: [survivor('w1', 5)] }))).toBe(true)
})

test('at rest it is a cancel too, for a turn that is not on the screen yet and for the jobs, and ends each survivor once', async () => {
  const survivors = [survivor('w1', 5), survivor('w1', 6)]
  const { host, notice } = await stopping(viewWith({ survivors, jobs: [job('w2'), ENDED] }))
  expect(host.asked.map(({ frame }) => frame.type)).toEqual(['cancel', 'request'])
  expect(host.all('process.end').map(inputOf)).toEqual([{ conversationId: 'c1', workId: 'w1' }])
  host.asked[0]?.answer({})
  host.last('process.end').refuse(appError('internal', 'A bug'))
  await settled()
  expect(notice()).toBe('internal')
})

test('a cancel at rest that fails is told', async () => {
  const { host, notice } = await stopping(viewWith({ jobs: [job('w2')] }))
  host.asked[0]?.refuse(appError('internal', 'A bug'))
  await settled()
  expect(notice()).toBe('internal')
})

test('while busy it is one cancel, with which the host ends the jobs', async () => {
  const { host } = await stopping(viewWith({ state: streamingState(), jobs: [job('w1')] }))
  expect(host.asked.map(({ frame }) => frame.type)).toEqual(['cancel'])
})
