import { describe, expect, test } from 'vitest'
import { BackgroundJob } from '../../../shared/conversation/background-job.ts'
import { headlineOf, statusOf } from './job-words.ts'

function lineOf(jobs: readonly BackgroundJob[], now: number): string | null {
  const headline = headlineOf(jobs, now)
  return headline && `${headline.count} ${headline.command}, ${headline.status}`
}

function job(command: string, phase: object = { type: 'running' }): BackgroundJob {
  const named = {
    workId: command,
    callId: command,
    number: 1,
    command,
    since: 1_000,
    lastLines: '',
  }
  return BackgroundJob.parse({ ...named, phase })
}

describe('the line of all background jobs', () => {
  test('is absent without jobs', () => {
    expect(lineOf([], 0)).toBeNull()
  })

  test('says how many run, the newest command and for how long', () => {
    expect(lineOf([job('npm run dev')], 721_000)).toBe('1 background job: npm run dev, 12 m 0 s')
    const both = [job('npm run dev'), job('make\nall')]
    expect(lineOf(both, 4_000)).toBe('2 background jobs: make, 3 s')
  })

  test('counts a job asked to end, but not one that has ended, while another runs', () => {
    const ending = job('make', { type: 'ending' })
    const ended = job('false', { type: 'exited', code: 1, at: 2_000 })
    expect(lineOf([ending, ended], 4_000)).toBe('1 background job: make, 3 s')
  })

  test('says how the newest ended when none runs', () => {
    const one = job('false', { type: 'exited', code: 1, at: 2_000 })
    const two = job('node x.js', { type: 'killed', signal: 'SIGSEGV', at: 2_000 })
    expect(lineOf([one], 9_000)).toBe('1 background job has ended: false, exit 1')
    expect(lineOf([one, two], 9_000)).toBe(
      '2 background jobs have ended: node x.js, killed by SIGSEGV',
    )
  })
})

test.for([
  [{ type: 'running' }, 'Running, 8 s'],
  [{ type: 'ending' }, 'Stopping'],
  [{ type: 'exited', code: 0, at: 4_000 }, 'Ended: exit 0, after 3 s'],
  [{ type: 'killed', signal: 'SIGKILL', at: 4_000 }, 'Ended: killed by SIGKILL, after 3 s'],
  [{ type: 'withdrawn', right: 'network', at: 4_000 }, 'Ended: network switched off, after 3 s'],
  [{ type: 'withdrawn', right: 'writing', at: 4_000 }, 'Ended: made read-only, after 3 s'],
  [{ type: 'lost' }, 'Ended: cut off when Phoenix stopped'],
] as const)('each shows its status: %o', ([phase, words]) => {
  expect(statusOf(job('x', phase), 9_000)).toBe(words)
})
