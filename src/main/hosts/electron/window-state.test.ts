import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { electronDouble, recorded } from './electron-double.fixture.ts'
import { createRig, type Rig } from './electron-host.fixture.ts'
import { chooseFolder } from './folder-dialog.ts'
import { FakeEvent, type FakeWindow } from './window-double.fixture.ts'
import { placeOn } from './window-state.ts'

vi.mock('electron', async () => (await import('./electron-double.fixture.ts')).electronDouble)

let rig: Rig

beforeEach(() => {
  rig = createRig()
})
afterEach(() => rig.end())

const SAVED = {
  bounds: { x: 40, y: 50, width: 900, height: 700 },
  isMaximized: false,
  background: '#123456',
}
const file = (): string => join(rig.dataFolder, 'window.json')

function leave(text: string): void {
  mkdirSync(rig.dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(file(), text)
}

const boundsOf = ({ options }: FakeWindow): unknown => ({
  x: options['x'],
  y: options['y'],
  width: options['width'],
  height: options['height'],
})

test('the first window is centred, and hidden until there is something to see', async () => {
  recorded.isDark = true
  const window = await rig.start()
  expect(boundsOf(window)).toEqual({ x: 360, y: 140, width: 1200, height: 800 })
  expect(window.options).toMatchObject({ minWidth: 480, minHeight: 400, show: false })
  expect(window.background).toBe('#131416')
  expect(window.isVisible).toBe(false)
  window.emit('ready-to-show')
  expect([window.isVisible, window.isMaximal]).toEqual([true, false])
})

test("it opens as it was left, maximised and in its theme's colour", async () => {
  leave(JSON.stringify({ ...SAVED, isMaximized: true }))
  const window = await rig.start()
  expect(boundsOf(window)).toEqual(SAVED.bounds)
  expect(window.background).toBe('#123456')
  window.emit('ready-to-show')
  expect(window.isMaximal).toBe(true)
})

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['another form', '{"bounds":{"x":1}}'],
  ['a width of 0', JSON.stringify({ ...SAVED, bounds: { ...SAVED.bounds, width: 0 } })],
  ['a place of 1e300', JSON.stringify({ ...SAVED, bounds: { ...SAVED.bounds, x: 1e300 } })],
  ['a colour that is none', JSON.stringify({ ...SAVED, background: 'url(x)' })],
])('a file that holds %s is as good as none', async (_name, text) => {
  leave(text)
  expect(boundsOf(await rig.start())).toEqual({ x: 360, y: 140, width: 1200, height: 800 })
})

test('a moved window is saved once, whole, after it has come to rest', async () => {
  const window = await rig.start()
  const isSaved = readdirSync(rig.dataFolder).includes('window.json')
  window.moveTo({ x: 1, y: 2, width: 500, height: 500 })
  window.moveTo(SAVED.bounds)
  window.webContents.emit('did-change-theme-color', new FakeEvent(), '#abcdef')
  const place = { bounds: SAVED.bounds, isMaximized: false, background: '#abcdef', zoom: 1 }
  const state = { ...place, shown: '', others: [] }
  await expect.poll(() => JSON.parse(readFileSync(file(), 'utf8'))).toEqual(state)
  expect([isSaved, window.background]).toEqual([false, '#abcdef'])
})

test('the zoom that a person has set is kept over a restart, and set once the page is there', async () => {
  const window = await rig.start()
  window.webContents.emit('dom-ready')
  window.webContents.zoom = 1.5
  electronDouble.app.quit()
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ zoom: 1.5 })
})

test.each([
  [1.5, 1.5],
  [undefined, 1],
  [0, 1],
  [1e300, 1],
  ['big', 1],
])('a window left with a zoom of %s opens with %s', async (zoom, shown) => {
  leave(JSON.stringify({ ...SAVED, zoom }))
  const window = await rig.start()
  window.webContents.zoom = 3
  window.webContents.emit('dom-ready')
  expect(boundsOf(window)).toEqual(SAVED.bounds)
  expect(window.webContents.zoom).toBe(shown)
})

test('quitting during a move keeps the new place', async () => {
  const window = await rig.start()
  window.moveTo(SAVED.bounds)
  electronDouble.app.quit()
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ bounds: SAVED.bounds })
})

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 }
const LEFT_OF_IT = { x: -1280, y: 100, width: 1280, height: 800 }
const SMALL = { x: 0, y: 0, width: 400, height: 300 }
const at = (x: number, y: number, width = 900, height = 700): typeof SCREEN => ({
  x,
  y,
  width,
  height,
})

test.each([
  ['on the second screen', at(-1200, 150), at(-1200, 150)],
  ['half out to the right', at(1500, 300), at(1500, 300)],
  ['on a screen that has gone', at(5000, 300), at(510, 190)],
  ['above the screens', at(100, -400), at(510, 190)],
  ['below them', at(100, 1070), at(510, 190)],
  ['with a hair still in', at(1900, 300), at(510, 190)],
  ['larger than the screen', at(0, 0, 4000, 3000), at(0, 0, 1920, 1080)],
])('a window left %s opens within reach', (_name, saved, place) => {
  expect(placeOn([SCREEN, LEFT_OF_IT], saved)).toEqual(place)
})

test('it is never too small to use', () => {
  expect(placeOn([SMALL], null)).toMatchObject({ width: 480, height: 400 })
  expect(placeOn([SCREEN], at(10, 10, 150, 50))).toEqual(at(10, 10, 480, 400))
})

test('the folder dialog returns the choice, or that there was none', async () => {
  await rig.start()
  recorded.folders = ['/home/me/code']
  expect(await chooseFolder()).toBe('/home/me/code')
  expect(await chooseFolder()).toBeNull()
})
