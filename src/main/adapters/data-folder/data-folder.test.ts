import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultDataFolder, prepareDataFolder } from './data-folder.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'phoenix-data-')))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('each platform has its own place', () => {
  const home = '/home/ada'
  const on = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string =>
    defaultDataFolder({ platform, environment, home })
  expect(on('linux', {})).toBe('/home/ada/.local/share/phoenix')
  expect(on('linux', { XDG_DATA_HOME: '/data' })).toBe('/data/phoenix')
  expect(on('linux', { XDG_DATA_HOME: 'relative' })).toBe('/home/ada/.local/share/phoenix')
  expect(on('darwin', {})).toBe('/home/ada/Library/Application Support/Phoenix')
  expect(on('win32', { APPDATA: '/roaming' })).toBe('/roaming/Phoenix')
})

test('a missing folder is created, empty and closed to others', () => {
  const folder = join(root, 'a', 'b')
  expect(prepareDataFolder(folder)).toEqual({ ok: true, value: folder })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder)).toEqual([])
})

test('a folder of ours that others can open is closed', () => {
  const folder = join(root, 'open')
  mkdirSync(folder, { mode: 0o755 })
  prepareDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'phoenix.db'), '')
  prepareDataFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a folder that holds something else, such as a home, stays as open as it was', () => {
  writeFileSync(join(root, 'letter.txt'), '')
  chmodSync(root, 0o755)
  for (const start of ['first', 'second']) {
    expect(prepareDataFolder(root)).toEqual({ ok: true, value: root })
    expect(statSync(root).mode & 0o777, `${start} start`).toBe(0o755)
    writeFileSync(join(root, 'phoenix.db'), '')
  }
})

test('a shared folder keeps its mode', () => {
  const shared = join(root, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  prepareDataFolder(shared)
  expect(statSync(shared).mode & 0o7777).toBe(0o1777)
})

test('a folder that cannot be used is refused with a sentence about what failed and one about what to do', () => {
  writeFileSync(join(root, 'file'), '')
  const isInTheWay =
    'there is a file where a folder should be. Move that file away, or name another folder'
  for (const [path, why] of [
    [join(root, 'file'), isInTheWay],
    [join(root, 'file', 'inner'), isInTheWay],
    [join(root, 'a'.repeat(300)), 'its name is too long. Name another folder'],
    ['/proc/phoenix', 'it does not exist. Name another folder'],
  ] as const) {
    expect(prepareDataFolder(path)).toEqual({
      ok: false,
      error: `Phoenix can’t keep its data in ${path}: ${why} with --data or PHOENIX_DATA_DIR.`,
    })
  }
})
