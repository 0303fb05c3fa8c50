import { expect, test } from 'vitest'
import { listMove } from './listbox-keys.ts'

test('arrows mark choices and stop at both ends; the first press opens the list', () => {
  expect(listMove('ArrowDown', { isOpen: false, active: -1, count: 2 })).toEqual({
    type: 'mark',
    active: -1,
  })
  const marks = [-1, 0, 1].map((active) =>
    listMove('ArrowDown', { isOpen: true, active, count: 2 }),
  )
  expect(marks).toMatchObject([{ active: 0 }, { active: 1 }, { active: 1 }])
  expect(listMove('ArrowUp', { isOpen: true, active: 0, count: 2 })).toMatchObject({ active: -1 })
  expect(listMove('ArrowUp', { isOpen: true, active: -1, count: 2 })).toMatchObject({ active: -1 })
})

test('Enter chooses the marked one, and Escape closes the list before anything else', () => {
  expect(listMove('Enter', { isOpen: true, active: 0, count: 1 })).toEqual({ type: 'choose' })
  expect(listMove('Enter', { isOpen: true, active: -1, count: 1 })).toBeNull()
  expect(listMove('Enter', { isOpen: false, active: 0, count: 1 })).toBeNull()
  expect(listMove('Escape', { isOpen: true, active: -1, count: 1 })).toEqual({ type: 'close' })
  expect(listMove('Escape', { isOpen: false, active: -1, count: 1 })).toBeNull()
  expect(listMove('a', { isOpen: true, active: 0, count: 1 })).toBeNull()
})
