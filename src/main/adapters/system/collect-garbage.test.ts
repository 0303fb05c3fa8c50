import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

/** Created where no other function of the test sees it: only the reference leads to it. */
function bigGarbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 1_000_000 }, (_, index) => `${index}`))
}

test('frees unreferenced memory', async () => {
  const held = bigGarbage()
  // A new reference keeps its target alive until the next turn of the loop.
  await nextTurn()
  collectGarbage()
  expect(held.deref() === undefined).toBe(true)
})
