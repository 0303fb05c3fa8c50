import { expect, test } from 'vitest'
import type { ConversationSnapshot } from '../../shared/conversation/conversation.ts'
import type { WorkId } from '../../shared/ids.ts'
import { createClient } from '../../client/client.ts'
import { appError } from '../../shared/app-error.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { IDLE_STATE, snapshotOf, streamingState } from '../../client/fakes/samples.ts'
import { type ConversationView, viewOf } from '../../client/conversation/conversation-view.ts'
import { createComposing } from './composer/composing.ts'
import { canStop, createStopping, jobsToAskAbout, type Stopping } from './stop.ts'

type Job = ConversationSnapshot['jobs'][number]

function job(workId: string, phase: Job['phase'] = { type: 'running' }): unknown {
  const named = { workId, callId: `${workId}.call`, number: 1, command: 'sleep 9' }
  return { ...named, since: 1, phase, lastLines: '' }
}
const ENDED = job('ended', { type: 'exited', code: 0, at: 2 })

function orphan(workId: string, pid: number): unknown {
  return { workId, pid, command: 'sleep 9', since: 1 }
}

function viewWith(fields: object): ConversationView {
  return viewOf(snapshotOf(fields))
}

async function stopping(act: (stopping: Stopping) => Promise<void>) {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const composing = createComposing(client)
  void act(createStopping(client, composing))
  await settled()
  return { host, notice: () => composing.of(ID).notice?.code }
}

const ID = viewWith({}).summary.id

test('Stop is offered while the conversation is busy or one of its processes lives', () => {
  expect(canStop(viewWith({ state: IDLE_STATE }))).toBe(false)
  expect(canStop(viewWith({ jobs: [ENDED] }))).toBe(false)
  expect(canStop(viewWith({ state: streamingState() }))).toBe(true)
  expect(canStop(viewWith({ jobs: [ENDED, job('w1')] }))).toBe(true)
  expect(canStop(viewWith({ jobs: [job('w1', { type: 'ending' })] }))).toBe(true)
  expect(canStop(viewWith({ orphans: [orphan('w1', 5)] }))).toBe(true)
})

test('the button at rest is also a cancel, for a turn not on the screen yet, and ends each orphan once', async () => {
  const orphans = [orphan('w1', 5), orphan('w1', 6)]
  const view = viewWith({ orphans, jobs: [job('w2'), ENDED] })
  const { host, notice } = await stopping((stopping) => stopping.button(view))
  expect(host.requests.map(({ frame }) => frame.type)).toEqual(['cancel', 'request'])
  expect(host.all('process.end').map(inputOf)).toEqual([{ conversationId: 'c1', workId: 'w1' }])
  host.requests[0]?.answer({})
  host.last('process.end').refuse(appError('internal', 'A bug'))
  await settled()
  expect(notice()).toBe('internal')
})

test('a failed cancel is reported', async () => {
  const { host, notice } = await stopping((stopping) => stopping.turn(ID))
  host.requests[0]?.refuse(appError('internal', 'A bug'))
  await settled()
  expect(notice()).toBe('internal')
})

test('while busy the button is one cancel, whatever processes there are', async () => {
  const orphans = [orphan('w1', 5)]
  const view = viewWith({ state: streamingState(), orphans, jobs: [job('w1')] })
  const { host } = await stopping((stopping) => stopping.button(view))
  expect(host.requests.map(({ frame }) => frame.type)).toEqual(['cancel'])
})

test('at rest, running jobs that were not asked to end are offered', () => {
  const jobs = [job('w1'), job('w2', { type: 'ending' }), ENDED]
  expect(jobsToAskAbout(viewWith({ jobs })).map(({ workId }) => workId)).toEqual(['w1'])
  expect(jobsToAskAbout(viewWith({ state: streamingState(), jobs }))).toEqual([])
})

test('jobs to be ended are named to the host', async () => {
  const { host } = await stopping((stopping) => stopping.processes(ID, ['w1' as WorkId]))
  expect(host.requests.map(({ frame }) => frame.type)).toEqual(['request'])
  expect(host.all('process.end').map(inputOf)).toEqual([{ conversationId: 'c1', workId: 'w1' }])
})
