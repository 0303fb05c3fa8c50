import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AppError, appError } from '../../shared/app-error.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { LookAgain } from './look-again.svelte.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const UNREACHABLE = failed(appError('disconnected', 'Can’t reach Phoenix.'))
const REFUSED = failed(appError('internal', 'The file cannot be read.'))

/** A host that answers on demand, the oldest request first or the one with this index. */
function held() {
  const waiting: ((answer: Result<number, AppError>) => void)[] = []
  let asked = 0
  const looking = new LookAgain<number>(() => {
    asked += 1
    return new Promise((resolve) => waiting.push(resolve))
  }, 1_000)
  const answer = async (said: Result<number, AppError>, index = 0): Promise<void> => {
    waiting.splice(index, 1)[0]?.(said)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { looking, answer, asked: () => asked }
}

test('a failed look is forgotten with the next one that succeeds', async () => {
  const { answer, looking } = held()
  looking.start()
  await answer(ok(1))
  await vi.advanceTimersByTimeAsync(1_000)
  await answer(REFUSED)
  expect([looking.value, looking.problem]).toEqual([1, 'The file cannot be read.'])
  await vi.advanceTimersByTimeAsync(1_000)
  await answer(ok(2))
  expect([looking.value, looking.problem]).toEqual([2, null])
})

test('a look while the line is cut is no failure of its own: the line says so, and it is looked again', async () => {
  const { answer, looking } = held()
  looking.start()
  await answer(UNREACHABLE)
  expect([looking.value, looking.problem]).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(1_000)
  await answer(REFUSED)
  await vi.advanceTimersByTimeAsync(1_000)
  await answer(UNREACHABLE)
  expect(looking.problem).toBe('The file cannot be read.')
})

test('a look during another one replaces it: its answer counts, and only one look follows', async () => {
  const { answer, asked, looking } = held()
  looking.start()
  void looking.look()
  await answer(ok(2), 1)
  await answer(ok(1))
  expect(looking.value).toBe(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(3)
})

test('after the end nothing is asked, and an answer that comes then is dropped', async () => {
  const { answer, asked, looking } = held()
  const stop = looking.start()
  stop()
  await answer(ok(1))
  await vi.advanceTimersByTimeAsync(5_000)
  await looking.look()
  expect([looking.value, asked()]).toEqual([null, 1])
})
