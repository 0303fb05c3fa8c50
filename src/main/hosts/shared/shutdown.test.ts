import { stat } from 'node:fs'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { holdThread } from '../../adapters/system/held-thread.fixture.ts'
import { endOnce, onEnd } from './shutdown.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a step that never ends is given up before 2 s have passed, and not much earlier', async () => {
  const begun: string[] = []
  let isOver = false
  void endOnce([
    async () => {
      begun.push('first')
      throw new Error('cannot close')
    },
    () => {
      begun.push('endless')
      return new Promise(() => undefined)
    },
    async () => void begun.push('never reached'),
  ])().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1_800)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(199)
  expect(isOver).toBe(true)
  expect(begun).toEqual(['first', 'endless'])
})

test('the steps run once, whoever asks', async () => {
  let times = 0
  const end = endOnce([async () => void (times += 1)])
  await Promise.all([end(), end()])
  await end()
  expect(times).toBe(1)
})

test('the same Ctrl+C, passed on while the thread was held, does not count as a second one', async () => {
  vi.useRealTimers()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const before = process.listeners('SIGINT')
  onEnd(() => new Promise(() => undefined))
  const end = process.listeners('SIGINT').find((each) => !before.includes(each))
  onTestFinished(() => {
    exit.mockRestore()
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
      if (end !== undefined) process.off(name, end)
  })
  const { promise: passedOn, resolve } = Promise.withResolvers<void>()
  await holdThread(400, () => {
    end?.('SIGINT')
    stat(import.meta.dirname, () => {
      end?.('SIGINT')
      resolve()
    })
  })
  await passedOn
  expect(exit).not.toHaveBeenCalled()
  await expect
    .poll(() => {
      end?.('SIGINT')
      return exit.mock.calls
    })
    .toContainEqual([130])
})

test('steps that ended while the thread was held are not given up', async () => {
  vi.useRealTimers()
  const done: string[] = []
  const end = endOnce([
    () =>
      new Promise((resolve) => {
        stat(import.meta.dirname, () => resolve())
      }),
    async () => void done.push('unlocked'),
  ])
  await holdThread(1_950, end)
  expect(done).toEqual(['unlocked'])
})
