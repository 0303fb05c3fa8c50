import { afterEach, expect, test, vi } from 'vitest'
import { savedTheme } from '../features/shell/theme.ts'
import { saveLeaving, savedLeaving } from '../features/attention/away.ts'
import { saveWidth, savedWidth } from '../features/shell/sidebar-width.ts'
import { keptForAll } from './kept-texts.ts'

afterEach(() => void vi.unstubAllGlobals())

function stubStore(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  return stored
}

/** As in a browser that forbids storage: already the name throws. */
function forbidStore(): void {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
}

test('a choice is stored', () => {
  const stored = stubStore()
  saveWidth(300)
  expect([...stored.values()]).toEqual(['300'])
  expect(savedWidth()).toBe(300)
})

test('a choice holds although the store is full, and is stored as soon as it can be', () => {
  const stored = stubStore()
  saveWidth(300)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  saveWidth(340)
  expect(savedWidth()).toBe(340)
  expect([...stored.values()]).toEqual(['300'])
  const later = stubStore()
  saveWidth(360)
  expect([...later.values()]).toEqual(['360'])
  expect(savedWidth()).toBe(360)
})

test('where storage is forbidden, choices hold as long as the page', () => {
  forbidStore()
  expect(savedTheme()).toBe('system')
  saveLeaving(5)
  expect(savedLeaving()).toBe(5)
  saveLeaving(null)
  expect(savedLeaving()).toBeNull()
  expect(keptForAll.getItem('other')).toBeNull()
})
