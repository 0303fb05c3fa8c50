import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

/** Made where no other function of the test sees it: nothing but the reference leads there. */
function bigGarbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 1_000_000 }, (_, index) => `${index}`))
}

test('frees unreferenced memory', async () => {
  const held = bigGarbage()
  // A new reference holds until the next turn of the loop.
  await nextTurn()
  collectGarbage()
  expect(held.deref() === undefined).toBe(true)
})
