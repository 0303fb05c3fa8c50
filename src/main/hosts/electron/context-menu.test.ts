import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recorded } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import type { FakeWindow } from './window-double.fixture.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const FLAGS = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canSelectAll: true,
}

/** Presses the right mouse button; returns the menu that opened, each item by its role or label. */
function menuAt(window: FakeWindow, params: Readonly<Record<string, unknown>>): readonly unknown[] {
  const before = recorded.popups.length
  window.webContents.emit(
    'context-menu',
    {},
    {
      isEditable: false,
      selectionText: '',
      misspelledWord: '',
      dictionarySuggestions: [],
      editFlags: FLAGS,
      ...params,
    },
  )
  const menu = recorded.popups.slice(before).flat()
  return menu
    .filter((item) => item['type'] !== 'separator')
    .map((item) => item['role'] ?? item['label'])
}

test('a selection can be copied; with nothing to offer, no menu opens', async () => {
  const window = await rig.start()
  expect(menuAt(window, { selectionText: 'words' })).toEqual(['copy'])
  expect(menuAt(window, { selectionText: ' ' })).toEqual([])
  expect(recorded.popups).toHaveLength(1)
})

test('a field offers undo, cut, copy and paste, if they would do something', async () => {
  const window = await rig.start()
  expect(menuAt(window, { isEditable: true })).toEqual([
    'undo',
    'redo',
    'cut',
    'copy',
    'paste',
    'selectAll',
  ])
  const disabled = recorded.popups[0]?.filter((item) => item['enabled'] === false)
  expect(disabled?.map((item) => item['role'])).toEqual(['undo', 'redo'])
})

test('a misspelled word is replaced by a suggestion or learned', async () => {
  const window = await rig.start()
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  const params = { isEditable: true, misspelledWord: 'onne', dictionarySuggestions: words }
  expect(menuAt(window, params).slice(0, 6)).toEqual([...words.slice(0, 5), 'Add to dictionary'])
  for (const label of ['two', 'Add to dictionary']) {
    const item = recorded.popups[0]?.find((each) => each['label'] === label)
    Reflect.apply(item?.['click'] as () => void, null, [])
  }
  expect([window.webContents.replaced, window.webContents.learned]).toEqual([['two'], ['onne']])
  expect(menuAt(window, { ...params, dictionarySuggestions: [] })[0]).toBe('No suggestions')
})
