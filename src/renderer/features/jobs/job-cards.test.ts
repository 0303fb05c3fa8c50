import { expect, test } from 'vitest'
import { BackgroundJob, JobEnd } from '../../../shared/conversation/background-job.ts'
import { CallId } from '../../../shared/ids.ts'
import type { ShownCall } from '../../../client/items/thread-items.ts'
import { isAboutRunning, jobsByCall, outcomeOfJob } from './job-cards.ts'

const callId = CallId.parse('m2.0')

function call(action: string, summary: string | null = 'job 1: running'): ShownCall {
  const result = { outcome: 'ok', text: '', images: [], durationMs: 1_000, summary } as const
  const input = { type: 'object', value: { action, command: 'npm run dev' } } as const
  return { callId, name: 'bash_background', input, result }
}

const named = { callId, number: 1, since: 1_000 }
const shown = { ...named, workId: 'w1', command: 'npm run dev', lastLines: '' }
const live = (type: string): BackgroundJob => BackgroundJob.parse({ ...shown, phase: { type } })
const end = (phase: object): JobEnd => JobEnd.parse({ ...named, phase: { at: 61_000, ...phase } })

test('a card follows its job only if its result says it is running', () => {
  expect(isAboutRunning(call('start'))).toBe(true)
  expect(isAboutRunning(call('start', 'job 1: exit 1'))).toBe(false)
  expect(isAboutRunning(call('start', null))).toBe(false)
  expect(isAboutRunning({ ...call('start'), result: null })).toBe(false)
  expect(isAboutRunning({ ...call('start'), name: 'bash' })).toBe(false)
})

test.for([
  [live('running'), 'job 1: running, 1 m 1 s', false],
  [live('ending'), 'job 1: stopping', false],
  [end({ type: 'exited', code: 0 }), 'job 1: exit 0, after 1 m 0 s', false],
  [end({ type: 'exited', code: 3 }), 'job 1: exit 3, after 1 m 0 s', true],
  [end({ type: 'killed', signal: 'SIGSEGV' }), 'job 1: killed by SIGSEGV, after 1 m 0 s', true],
  [
    end({ type: 'withdrawn', right: 'network' }),
    'job 1: network switched off, after 1 m 0 s',
    false,
  ],
  [end({ type: 'ended', by: 'person' }), 'job 1: ended by you, after 1 m 0 s', false],
  [end({ type: 'ended', by: 'model' }), 'job 1: ended by the agent, after 1 m 0 s', false],
  [end({ type: 'ended', by: 'phoenix' }), 'job 1: ended by Phoenix, after 1 m 0 s', false],
  [live('lost'), 'job 1: cut off when Phoenix stopped', false],
  // A job of an earlier run of Phoenix.
  [null, 'job 1: no longer running', false],
] as const)('the card of a start shows the status of its job: %o', ([job, words, isBad]) => {
  expect(outcomeOfJob(call('start'), job, 62_000)).toEqual({ words, isBad })
})

test('a look at a job shows what it saw at that time', () => {
  const { words } = outcomeOfJob(call('output'), null, 0)
  expect(words).toBe('job 1: was running')
})

test('a job is found by the call that started it; its end takes precedence over the list', () => {
  const ended = end({ type: 'ended', by: 'person' })
  expect(jobsByCall({ jobs: [live('running')], jobEnds: [] }).get(callId)).toEqual(live('running'))
  expect(jobsByCall({ jobs: [live('ending')], jobEnds: [ended] }).get(callId)).toEqual(ended)
})
