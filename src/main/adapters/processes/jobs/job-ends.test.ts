import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobEnd, MAX_JOB_ENDS } from '../../../../shared/conversation/background-job.ts'
import { CallId, ConversationId, WorkId } from '../../../../shared/ids.ts'
import { JobEnds } from './job-ends.ts'
import type { JobRequest } from './job-control.ts'
import type { Supervisor } from '../supervisor.ts'
import type { SandboxPolicy } from '../../../core/machine/sandbox-policy.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { MAX_JOBS } from './job-table.ts'
import {
  aliveWith,
  Gate,
  PATIENT,
  requestOf,
  start,
  supervisorOn,
  temporaryFolder,
  uniqueSleep,
  until,
} from '../supervisor-fixture.ts'

const NOW = { limitMs: 0, signal: new AbortController().signal }
const RUNNING = { type: 'running' }
const DAY = 24 * 3_600_000
/** A sandbox that keeps nothing in: only the job's policy matters here. A job that says so never gets to its gate. */
const OPEN_SANDBOX: Sandbox = {
  look: () => Promise.resolve(),
  findings: () => [],
  prepare: async ({ command }) => ({
    ok: true,
    value: {
      file: 'bash',
      args: ['-c', command],
      environment: {},
      waitsAtGate: command.startsWith(': never at the gate;'),
      release: () => Promise.resolve(),
    },
  }),
}

function policyWith(folder: SandboxPolicy['folder'], network: boolean): SandboxPolicy {
  return { folder, network }
}

let count = 0
const freshConversation = (): ConversationId => ConversationId.parse(`ending-${++count}`)

async function begin(conversationId: ConversationId, command: string): Promise<void> {
  const start = await supervisor.jobs.start(requestOf(command, { conversationId }))
  expect(start.type).toBe('started')
}

const data = temporaryFolder()
let supervisor: Supervisor
let createdBy: number
/** How far the wall clock was set. */
let aheadMs = 0
beforeAll(() => {
  supervisor = supervisorOn(data.path, {
    clock: { now: () => Date.now() + aheadMs },
    sandbox: OPEN_SANDBOX,
    ...PATIENT,
  })
  createdBy = Date.now()
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

test('a withdrawn setting ends only the jobs that use it; they stay visible with the reason', async () => {
  const conversationId = ConversationId.parse('withdrawn')
  const seconds = uniqueSleep()
  const all = [null, policyWith('writable', true), policyWith('writable', false)]
  for (const sandboxPolicy of all) {
    const request = requestOf(`echo ready; exec sleep ${seconds}`, { conversationId })
    await supervisor.jobs.start({ ...request, sandboxPolicy })
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

test.for([DAY, -DAY])(
  'how long a job has run is not measured by a clock that is set, by %i ms',
  async (ms) => {
    const conversationId = freshConversation()
    await begin(conversationId, `echo ready; exec sleep ${uniqueSleep()}`)
    aheadMs = ms
    const look = await supervisor.jobs.look({ conversationId, number: 1 }, NOW)
    aheadMs = 0
    supervisor.endJobs(conversationId)
    expect(look?.ageMs).toBeGreaterThan(0)
    expect(look?.ageMs).toBeLessThan(60_000)
  },
)

test('a job about to start does not start with what was withdrawn meanwhile', async () => {
  const request = requestOf('sleep 60', { conversationId: ConversationId.parse('beginning') })
  const start = supervisor.jobs.start(request)
  supervisor.withdrawFromJobs(request.conversationId, { network: true, writing: false })
  expect(await start).toMatchObject({ type: 'notStarted' })
  expect(supervisor.jobsOf(request.conversationId)).toEqual([])
})

test.for([
  ['its call is aborted', (_: ConversationId, stop: AbortController) => stop.abort(), 'aborted'],
  ['a person stops the conversation', (id: ConversationId) => supervisor.endJobs(id), 'aborted'],
  [
    'what it can do is withdrawn',
    (id: ConversationId) => supervisor.withdrawFromJobs(id, { network: true, writing: false }),
    'notStarted',
  ],
] as const)('a job whose sandbox is being set up is ended when %s', async ([name, act, type]) => {
  const seconds = uniqueSleep()
  const conversationId = ConversationId.parse(name)
  const stop = new AbortController()
  const command = `: never at the gate; sleep ${seconds}`
  const request = requestOf(command, { conversationId, signal: stop.signal })
  const start = supervisor.jobs.start({ ...request, sandboxPolicy: policyWith('writable', true) })
  await until(() => aliveWith(seconds).length > 0)
  act(conversationId, stop)
  expect(await start).toMatchObject({ type })
  expect(aliveWith(seconds)).toEqual([])
  expect(supervisor.jobsOf(conversationId)).toEqual([])
})

test('a command whose sandbox is being set up is ended when it is aborted', async () => {
  const seconds = uniqueSleep()
  const overrides = { sandboxPolicy: policyWith('writable', true) }
  const run = start(supervisor, `: never at the gate; sleep ${seconds}`, overrides)
  await until(() => aliveWith(seconds).length > 0)
  run.abort()
  expect(await run.outcome).toEqual({ type: 'aborted' })
  expect(aliveWith(seconds)).toEqual([])
})

test('of simultaneous starts no more are admitted than may run', async () => {
  const seconds = uniqueSleep()
  const conversationId = ConversationId.parse('at the same time')
  const starts = Array.from({ length: MAX_JOBS + 2 }, () =>
    supervisor.jobs.start(
      requestOf(`echo ready; sleep ${seconds}`, {
        conversationId,
        sandboxPolicy: policyWith('writable', true),
      }),
    ),
  )
  const types = (await Promise.all(starts)).map(({ type }) => type)
  expect(types.filter((type) => type === 'started')).toHaveLength(MAX_JOBS)
  expect(types.filter((type) => type === 'full')).toHaveLength(2)
  supervisor.forgetJobs(conversationId)
  await until(() => aliveWith(seconds).length === 0)
})

test('the end of each is reported once and kept, whoever ended it and even if nothing else of it is kept', async () => {
  const conversationId = ConversationId.parse('fates')
  const reported: JobEnd[] = []
  supervisor.onJobEnded((id, end) => id === conversationId && reported.push(end))
  const start = async (command: string, callId: string): Promise<void> => {
    const overrides = { conversationId, workId: WorkId.parse(callId), callId: CallId.parse(callId) }
    await supervisor.jobs.start(requestOf(command, overrides))
  }
  await Promise.all([
    start('exit 3', 'exits'),
    start('echo ready; sleep 60', 'person'),
    start('echo ready; sleep 60', 'model'),
    start('echo ready; sleep 60', 'forgotten'),
  ])
  const named = supervisor.jobsOf(conversationId).find(({ callId }) => callId === 'model')
  await supervisor.end(WorkId.parse('person'))
  await supervisor.jobs.stop(conversationId, named?.number ?? 0)
  supervisor.forgetJobs(conversationId)
  const at = expect.any(Number)
  await expect
    .poll(() => reported.map(({ callId, phase }) => [callId, phase]))
    .toEqual([
      ['exits', { type: 'exited', code: 3, at }],
      ['person', { type: 'ended', by: 'person', at }],
      ['model', { type: 'ended', by: 'model', at }],
      ['forgotten', { type: 'ended', by: 'phoenix', at }],
    ])
  expect(supervisor.jobEndsOf(conversationId)).toEqual(reported)
})

const callOf = (number: number): CallId => CallId.parse(`of ${number}`)

test('of many ends the newest are kept, and it stays known how long each job ran', () => {
  const ends = new JobEnds()
  const id = freshConversation()
  for (let number = 1; number <= MAX_JOB_ENDS + 50; number++) {
    const phase = { type: 'exited', code: 0, at: number } as const
    ends.ended(id, { callId: callOf(number), number, since: 0, phase })
  }
  const kept = ends.of(id).map(({ number }) => number)
  expect([kept.length, kept[0]]).toEqual([MAX_JOB_ENDS, 51])
  expect(ends.timeOf(callOf(1))).toBe(1)
})

test('it is known how long the job of a call ran: until now while it lives, until its end even when it is forgotten', async () => {
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

test('the end of a job is reported once, keeps its output until it is read, and a person can remove it from the list', async () => {
  const id = freshConversation()
  const gate = new Gate(data.path)
  await begin(id, `echo ready; ${gate.wait}; echo crashed; exit 3`)
  await begin(id, `echo ready; ${gate.wait}; kill -SEGV $$`)
  gate.open()
  await until(() => supervisor.jobsOf(id).every(({ phase }) => 'at' in phase))
  expect(supervisor.jobsOf(id)).toMatchObject([
    { phase: { type: 'exited', code: 3 }, lastLines: 'ready\ncrashed' },
    { phase: { type: 'killed', signal: 'SIGSEGV' } },
  ])
  expect(supervisor.jobs.news(id)).toMatchObject([{ number: 1 }, { number: 2 }])
  expect(supervisor.jobs.news(id)).toEqual([])
  const look = await supervisor.jobs.look({ conversationId: id, number: 1 }, NOW)
  expect(look?.printed.text).toBe('crashed\n')
  const [left] = supervisor.jobsOf(id)
  if (left === undefined) throw new Error('the second is not listed')
  await supervisor.end(left.workId)
  expect(supervisor.jobsOf(id)).toEqual([])
})

test('a job ended by a person leaves the screen, and the model sees who ended it', async () => {
  const id = freshConversation()
  const gate = new Gate(data.path)
  await begin(id, `echo ready; ${gate.wait}; echo later; sleep 60`)
  gate.open()
  await until(() => supervisor.jobs.lastLines(id, 1, 1) === 'later')
  const [shown] = supervisor.jobsOf(id)
  if (shown === undefined) throw new Error('it is not listed')
  await supervisor.end(shown.workId)
  expect(supervisor.jobsOf(id)).toEqual([])
  expect(supervisor.jobs.news(id)).toMatchObject([{ phase: { type: 'ended', by: 'person' } }])
  const look = await supervisor.jobs.look({ conversationId: id, number: 1 }, NOW)
  expect(look).toMatchObject({ phase: { type: 'ended' }, printed: { text: 'later\n' } })
})

test('of ended jobs that nobody asks for, the newest eight are kept', async () => {
  const id = freshConversation()
  for (let round = 0; round < 3; round++) {
    const gate = new Gate(data.path)
    const wait = `echo ready; ${gate.wait}`
    await Promise.all([1, 2, 3, 4].map(() => begin(id, wait)))
    gate.open()
    await until(() => supervisor.jobsOf(id).every(({ phase }) => 'at' in phase))
  }
  expect(supervisor.jobsOf(id).map(({ number }) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12])
  supervisor.forgetJobs(id)
})

test('T61 nothing is kept of a conversation that has ended: no process, no record, no number', async () => {
  using own = temporaryFolder()
  const lone = supervisorOn(own.path, PATIENT)
  const id = freshConversation()
  const seconds = uniqueSleep()
  const request = (): JobRequest =>
    requestOf(`echo ready; sleep ${seconds}`, { conversationId: id })
  await lone.jobs.start(request())
  lone.forgetJobs(id)
  expect(lone.jobsOf(id)).toEqual([])
  expect(lone.jobs.names(id)).toEqual([])
  await until(() => aliveWith(seconds).length === 0)
  await until(() => readdirSync(join(own.path, 'runs')).length === 0)
  expect(await lone.jobs.start(request())).toMatchObject({ type: 'started', job: { number: 1 } })
  await lone.close()
})
