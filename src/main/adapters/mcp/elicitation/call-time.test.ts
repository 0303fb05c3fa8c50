import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QuestionAnswer } from '../../../../shared/messages/user-question.ts'
import type { ServerLog } from '../server-log.ts'
import { CallTime } from './call-time.ts'
import { expectOnlyTimeAwake } from '../../system/time-awake.fixture.ts'
import { type CallAtWork, elicit } from './elicit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the time of a call runs on after a question, unless the call has ended meanwhile', () => {
  const time = new CallTime(1_000)
  time.stop()
  vi.advanceTimersByTime(5_000)
  time.goOn()
  vi.advanceTimersByTime(999)
  expect(time.over.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  expect(time.over.aborted).toBe(true)
})

test('R2 time asleep does not count, on a system whose timers continue meanwhile', async () => {
  const time = new CallTime(10_000)
  await expectOnlyTimeAwake(() => time.over.aborted)
})

test('a question that ends after its call does not start the clock again', async () => {
  const time = new CallTime(1_000)
  const asked = Promise.withResolvers<QuestionAnswer | null>()
  const call: CallAtWork = { ask: () => asked.promise, time }
  const request = { mode: 'url', message: 'Open it', url: 'https://a.example/', elicitationId: '' }
  const server = { place: { name: 'u' }, log: {} as ServerLog }
  const never = new AbortController().signal
  const asking = elicit({ ...request, mode: 'url' }, never, new Set([call]), server)
  time.end()
  asked.resolve(null)
  await asking
  expect(call.asking).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
