import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectOnlyTimeAwake } from './time-awake.fixture.ts'
import { NEVER, within } from './within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const FAILED = new Error('It failed.')

test.for([
  ['done', () => Promise.resolve(7), { type: 'done', value: 7 }],
  ['late', () => new Promise(() => undefined), { type: 'late' }],
  ['aborted', () => new Promise(() => undefined), { type: 'aborted' }],
  ['failed', () => Promise.reject(FAILED), FAILED],
] as const)('a wait leaves neither timer nor listener behind: %s', async ([how, work, answer]) => {
  const controller = new AbortController()
  const { signal } = controller
  const waiting = within<unknown>(work(), 1_000, signal).catch((error: unknown) => error)
  expect(vi.getTimerCount()).toBe(1)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  if (how === 'late') vi.advanceTimersByTime(1_000)
  if (how === 'aborted') controller.abort()
  expect(await waiting).toEqual(answer)
  expect(vi.getTimerCount()).toBe(0)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a wait that is never aborted leaves nothing for later ones to be compared with', async () => {
  const waiting = within(Promise.resolve(7), 1_000, NEVER)
  expect(getEventListeners(NEVER, 'abort')).toEqual([])
  expect(await waiting).toEqual({ type: 'done', value: 7 })
})

test('R2 time asleep does not count, on a system whose timers continue meanwhile', async () => {
  const onAnswer = vi.fn()
  void within(new Promise(() => undefined), 10_000, NEVER).then(onAnswer)
  await expectOnlyTimeAwake(() => onAnswer.mock.calls.length > 0)
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith({ type: 'late' })
})
