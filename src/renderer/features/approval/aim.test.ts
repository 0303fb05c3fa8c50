import { beforeEach, expect, test } from 'vitest'
import { type Aim, createAim } from './aim.ts'

let aim: Aim
beforeEach(() => {
  aim = createAim()
  aim.see('a 1', 1_000)
})

const isMeantAt = (timeStamp: number): boolean => aim.isMeant({ timeStamp })

test('a question that takes the place of another by itself is not answered within half a second', () => {
  expect(isMeantAt(1_000)).toBe(true)
  aim.see('b 1', 5_000)
  expect([4_990, 5_000, 5_499, 5_500].map(isMeantAt)).toEqual([false, false, false, true])
})

test('one that follows an answer or a choice from here is answered at once, and the next is another matter', () => {
  aim.act()
  aim.see('a 2', 5_000)
  expect(isMeantAt(5_001)).toBe(true)
  aim.see('b 1', 6_000)
  expect(isMeantAt(6_001)).toBe(false)
})

test('a card that has just come is answered at once, and the same question seen again is no change', () => {
  aim.see(null, 5_000)
  aim.see('b 1', 5_010)
  aim.see('b 1', 5_020)
  expect(isMeantAt(5_030)).toBe(true)
})

test('a key that needs no button answers only what has stood there for half a second, whatever came before', () => {
  const isKeyMeantAt = (timeStamp: number): boolean => aim.isKeyMeant({ timeStamp })
  expect([1_000, 1_499, 1_500].map(isKeyMeantAt)).toEqual([false, false, true])
  aim.act()
  aim.see('a 2', 5_000)
  expect([5_499, 5_500].map(isKeyMeantAt)).toEqual([false, true])
  aim.see('a 2', 9_000)
  expect(isKeyMeantAt(9_001)).toBe(true)
  aim.see(null, 10_000)
  expect(isKeyMeantAt(99_000)).toBe(false)
})
