import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('frees what nothing holds any more', () => {
  const held = new WeakRef(Array.from({ length: 1_000_000 }, (_, index) => `${index}`))
  expect(held.deref()).toHaveLength(1_000_000)
  return new Promise<void>((resolve) => {
    // A reference that was looked at holds until the next turn of the loop.
    setImmediate(() => {
      collectGarbage()
      expect(held.deref()).toBeUndefined()
      resolve()
    })
  })
})
