import { afterEach, expect, test, vi } from 'vitest'
import { StickToBottom } from './stick-to-bottom.ts'

afterEach(() => vi.unstubAllGlobals())

/** A box 500 px high, with content of this height in which a match is 200 px below the top. */
function boxWith(height: number) {
  const resizes: (() => void)[] = []
  vi.stubGlobal('ResizeObserver', function observer(callback: () => void) {
    resizes.push(callback)
    return { observe: () => undefined, disconnect: () => undefined }
  })
  let top = 0
  const box = {
    clientHeight: 500,
    scrollHeight: height,
    get scrollTop() {
      return top
    },
    set scrollTop(wanted: number) {
      top = Math.max(0, Math.min(wanted, this.scrollHeight - 500))
    },
    firstElementChild: null,
    addEventListener: () => undefined,
    getBoundingClientRect: () => ({ top: 0 }),
    querySelectorAll: () => [],
  }
  const shown: boolean[] = []
  const stick = new StickToBottom((isAtBottom) => shown.push(isAtBottom))
  stick.attach(box as unknown as HTMLElement)
  const hold = (): void => stick.hold(() => ({ top: 200 - top }) as DOMRect)
  const grow = (to: number): void => {
    box.scrollHeight = to
    resizes.forEach((resize) => resize())
  }
  return { grow, hold, isAtBottom: () => shown.at(-1) ?? true, topOf: () => top }
}

test('a match in a conversation that fits is shown without a way to its end, until it grows', () => {
  const { grow, hold, isAtBottom, topOf } = boxWith(500)
  hold()
  expect(isAtBottom()).toBe(true)
  grow(2_000)
  expect([isAtBottom(), topOf()]).toEqual([false, 200 - 500 / 3])
})

test('a conversation that has left the page loads nothing more', async () => {
  const load = vi.fn(() => Promise.resolve())
  const stick = new StickToBottom(() => undefined)
  expect(await stick.keepingPlace(load)).toBe(false)
  expect(load).not.toHaveBeenCalled()
})

test('a match far above the end is shown with one', () => {
  const { hold, isAtBottom } = boxWith(2_000)
  hold()
  expect(isAtBottom()).toBe(false)
})
