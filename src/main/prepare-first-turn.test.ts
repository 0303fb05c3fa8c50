import { expect, onTestFinished, test, vi } from 'vitest'
import { testContext } from './core/testing/test-context.ts'
import { prepareFirstTurn } from './prepare-first-turn.ts'

test('two seconds after the start, processes are prepared and the model in force is loaded', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const done: string[] = []
  const { primary } = testContext()
  prepareFirstTurn(
    { prepare: () => done.push('processes') },
    {
      settings: { resolve: () => ({ model: 'chosen' }) },
      models: {
        model: { load: ({ model }) => done.push(model) },
        providerOf: (model) => ({ ...primary, model }),
      },
    },
  )
  await vi.advanceTimersByTimeAsync(1_999)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['processes', 'chosen'])
})
