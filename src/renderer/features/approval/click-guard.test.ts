import { beforeEach, expect, test } from 'vitest'
import { type ClickGuard, createClickGuard } from './click-guard.ts'

let guard: ClickGuard
beforeEach(() => {
  guard = createClickGuard({ isOn: false })
  guard.see('a 1', 1_000)
})

const isMeantAt = (timeStamp: number): boolean => guard.isMeant({ timeStamp })

test('a question that replaces another by itself cannot be answered within half a second', () => {
  expect(isMeantAt(1_000)).toBe(true)
  guard.see('b 1', 5_000)
  expect([4_990, 5_000, 5_499, 5_500].map(isMeantAt)).toEqual([false, false, false, true])
})

test('one that follows an answer or a choice made here can be answered at once, but its successor cannot', () => {
  guard.act()
  guard.see('a 2', 5_000)
  expect(isMeantAt(5_001)).toBe(true)
  guard.see('b 1', 6_000)
  expect(isMeantAt(6_001)).toBe(false)
})

test('a card that has just appeared can be answered at once, and the same question seen again is no change', () => {
  guard.see(null, 5_000)
  guard.see('b 1', 5_010)
  guard.see('b 1', 5_020)
  expect(isMeantAt(5_030)).toBe(true)
})

test('a key without a button answers only a question shown for half a second, whatever came before', () => {
  const isKeyMeantAt = (timeStamp: number): boolean => guard.isKeyMeant({ timeStamp })
  expect([1_000, 1_499, 1_500].map(isKeyMeantAt)).toEqual([false, false, true])
  guard.act()
  guard.see('a 2', 5_000)
  expect([5_499, 5_500].map(isKeyMeantAt)).toEqual([false, true])
  guard.see('a 2', 9_000)
  expect(isKeyMeantAt(9_001)).toBe(true)
  guard.see(null, 10_000)
  expect(isKeyMeantAt(99_000)).toBe(false)
})

test('keys answer no question that came while one was writing about another, until Enter has ended what is typed on', () => {
  const isKeyMeantAt = (timeStamp: number): boolean => guard.isKeyMeant({ timeStamp })
  const hear = (key: string, timeStamp: number): void => guard.hear({ key, timeStamp })
  guard.see('b 1', 5_000, true)
  hear('e', 7_000)
  expect([isKeyMeantAt(7_000), isMeantAt(7_000)]).toEqual([false, true])
  guard.see('c 1', 8_000)
  hear('Enter', 9_000)
  expect([9_000, 9_499, 9_500].map(isKeyMeantAt)).toEqual([false, false, true])
  hear('Enter', 9_600)
  expect(isKeyMeantAt(9_600)).toBe(true)
  guard.act()
  guard.see('c 2', 10_000, true)
  expect(isKeyMeantAt(10_500)).toBe(true)
})

test('nor the keys of another card, if the one that was written in is gone unanswered', () => {
  const typing = { isOn: false }
  const [one, other] = [createClickGuard(typing), createClickGuard(typing)]
  one.see('a 1', 1_000)
  one.see(null, 5_000, true)
  other.see('b 1', 5_000)
  expect(other.isKeyMeant({ timeStamp: 7_000 })).toBe(false)
  other.hear({ key: 'Enter', timeStamp: 7_000 })
  expect([7_000, 7_500].map((timeStamp) => other.isKeyMeant({ timeStamp }))).toEqual([false, true])
  one.see('a 2', 8_000)
  one.act()
  one.see(null, 9_000, true)
  expect(other.isKeyMeant({ timeStamp: 9_000 })).toBe(true)
  one.see('a 3', 10_000)
  one.see(null, 11_000, true)
  one.settle()
  expect(other.isKeyMeant({ timeStamp: 12_000 })).toBe(true)
})
