import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopBlinking } from './still-motion.ts'

class Field {
  readonly set = new Map<string, string>()
  readonly style = {
    setProperty: (name: string, value: string) => this.set.set(name, value),
    removeProperty: (name: string) => this.set.delete(name),
  }

  get isStill(): boolean {
    return this.set.get('caret-animation') === 'manual'
  }
}

class Page extends EventTarget {
  activeElement: Field | object | null = null
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function pageWith(focused: Field | object | null): Page {
  const page = new Page()
  page.activeElement = focused
  stopBlinking(page as unknown as Document)
  return page
}

test('the caret stands still after ten seconds without input, and blinks again with the next', () => {
  const field = new Field()
  const page = pageWith(field)
  vi.advanceTimersByTime(9_000)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(9_999)
  expect(field.isStill).toBe(false)
  vi.advanceTimersByTime(1)
  expect(field.isStill).toBe(true)
  page.dispatchEvent(new Event('keydown'))
  expect(field.isStill).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(field.isStill).toBe(true)
})

test('a field that has the focus later blinks, and the one before it is left as it was', () => {
  const [before, later] = [new Field(), new Field()]
  const page = pageWith(before)
  vi.advanceTimersByTime(10_000)
  page.activeElement = later
  page.dispatchEvent(new Event('focusin'))
  expect(before.set.size).toBe(0)
  vi.advanceTimersByTime(10_000)
  expect([before.isStill, later.isStill]).toEqual([false, true])
})

test.for([null, {}])('nothing happens where nothing has a caret', (focused) => {
  const page = pageWith(focused)
  vi.advanceTimersByTime(10_000)
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(10_000)
  expect(vi.getTimerCount()).toBe(0)
})
