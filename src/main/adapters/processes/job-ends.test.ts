import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallId, ConversationId } from '../../../shared/ids.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import type { Confinement } from '../../core/confinement.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import {
  aliveWith,
  PATIENT,
  requestOf,
  SWEEP_WORKER,
  temporaryFolder,
  uniqueSleep,
  until,
} from './supervisor-fixture.ts'

const RUNNING = { type: 'running' }
/** Confines nothing: what a job was given is all that counts here. */
const OPEN_SANDBOX: Sandbox = {
  look: () => Promise.resolve(),
  findings: () => [],
  enclose: ({ command }) => ({
    ok: true,
    value: {
      file: 'bash',
      args: ['-c', command],
      environment: {},
      reportsOnThree: false,
      waitsAtGate: false,
      release: () => undefined,
    },
  }),
}

function confined(folder: Confinement['folder'], network: boolean): Confinement {
  return { folder, network }
}

const data = temporaryFolder()
let supervisor: Supervisor
let createdBy: number
beforeAll(() => {
  supervisor = createSupervisor({
    dataFolder: data.path,
    sweepWorker: SWEEP_WORKER,
    clock: { now: Date.now },
    environment: process.env,
    sandbox: OPEN_SANDBOX,
    ...PATIENT,
  })
  createdBy = Date.now()
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

test('what settings withdraw ends the jobs that can do it, and those alone; they stay on show with the reason', async () => {
  const conversationId = ConversationId.parse('withdrawn')
  const seconds = uniqueSleep()
  const all = [null, confined('writable', true), confined('writable', false)]
  for (const confinement of all) {
    const request = requestOf(`echo ready; sleep ${seconds}`, { conversationId })
    await supervisor.jobs.start({ ...request, confinement })
  }
  const phases = (): unknown => supervisor.jobsOf(conversationId).map(({ phase }) => phase)
  supervisor.withdrawFromJobs(conversationId, { network: false, writing: false })
  expect(phases()).toEqual([RUNNING, RUNNING, RUNNING])
  supervisor.withdrawFromJobs(conversationId, { network: true, writing: false })
  expect(phases()).toEqual([{ type: 'ending' }, { type: 'ending' }, RUNNING])
  const offline = { type: 'withdrawn', right: 'network', at: expect.any(Number) }
  await until(() => aliveWith(seconds).length === 1)
  await expect.poll(phases).toEqual([offline, offline, RUNNING])
  supervisor.withdrawFromJobs(conversationId, { network: false, writing: true })
  const readOnly = { ...offline, right: 'writing' }
  await expect.poll(phases).toEqual([offline, offline, readOnly])
})

test('a job that is about to begin is not begun with what was withdrawn meanwhile', async () => {
  const request = requestOf('sleep 60', { conversationId: ConversationId.parse('beginning') })
  const start = supervisor.jobs.start(request)
  supervisor.withdrawFromJobs(request.conversationId, { network: true, writing: false })
  expect(await start).toMatchObject({ type: 'notStarted' })
  expect(supervisor.jobsOf(request.conversationId)).toEqual([])
})

test('it is known until when the job of a call ran: until now while it lives, until its end when it is forgotten too', async () => {
  const conversationId = ConversationId.parse('ends')
  const request = requestOf('echo ready; sleep 60', { conversationId })
  await supervisor.jobs.start(request)
  const ranUntil = (): number => supervisor.jobRanUntil(request.callId)
  const seen = ranUntil()
  await until(() => ranUntil() > seen)
  await supervisor.jobs.stop(conversationId, 1)
  const end = ranUntil()
  supervisor.forgetJobs(conversationId)
  await until(() => Date.now() > end)
  expect(ranUntil()).toBe(end)
  expect(supervisor.jobRanUntil(CallId.parse('of an earlier life'))).toBeLessThanOrEqual(createdBy)
})
