import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasProc } from '../processes/supervisor-fixture.ts'
import { Workspace } from '../tools/calling.fixture.ts'
import { HOSTILE_PATHS, type Judged, plantEscapes, pathOn } from './hostile-paths.fixture.ts'
import { createPlaces, type Places } from './places.ts'
import { wrongPath } from './wrong-path.ts'

let workspace: Workspace
let places: Places
beforeAll(() => {
  workspace = new Workspace()
  const { dataFolder, home } = workspace
  places = createPlaces({
    home,
    dataFolder,
    holdsOutput: (path) => workspace.outputs.includes(path),
  })
  plantEscapes(workspace)
})
afterAll(() => {
  workspace[Symbol.dispose]()
})

async function judge(path: string): Promise<Judged> {
  const place = await places.locate(workspace.folder, path)
  return place.ok ? place.value.reach : 'refused'
}

test('no spelling of a path leads out of the folder unnoticed', async () => {
  expect(HOSTILE_PATHS.length).toBeGreaterThanOrEqual(80)
  const judged = await Promise.all(
    HOSTILE_PATHS.map(async ([path]) => [path, await judge(pathOn(workspace, path))]),
  )
  expect(judged).toEqual(HOSTILE_PATHS)
})

test.runIf(hasProc)('process files in /proc are refused', async () => {
  const inside = join(workspace.folder, 'src/a.ts')
  for (const path of [
    '/proc/self/environ',
    '/proc/1/cmdline',
    'root/proc/self/maps',
    '/sys/power/state',
  ]) {
    expect([path, await judge(path)]).toEqual([path, 'refused'])
  }
  expect(await judge('/proc/self/root/etc/passwd')).toBe('outside')
  expect(await judge(`/proc/self/root${inside}`)).toBe('inside')
  expect(await judge('/proc/self/cwd/package.json')).toBe('outside')
})

test('a place has its real path, and is shown relative to the folder where it lies in it', async () => {
  expect(await places.locate(workspace.folder, 'inner')).toEqual({
    ok: true,
    value: {
      path: join(workspace.folder, 'inner'),
      real: join(workspace.folder, 'src/a.ts'),
      shown: 'src/a.ts',
      reach: 'inside',
    },
  })
  const far = await places.locate(workspace.folder, 'folder-link/new/deep')
  expect(far.ok && far.value.real).toBe(join(workspace.outside, 'new/deep'))
})

test.for([
  ['\\\\server\\share\\x', /network/],
  ['//server/share', /network/],
  ['\\\\?\\C:\\x', /network|device/],
  ['\\\\.\\PhysicalDrive0', /device/],
  ['src\\a.ts:hidden', /stream/],
  ['.env::$DATA', /stream/],
  ['C:relative', /stream/],
  ['CON', /device/],
  ['src\\nul.txt', /device/],
  ['com1', /device/],
  ['.env.', /drops/],
  ['.env ', /drops/],
  ['.. \\x', /drops/],
] as const)('Windows would read %s as something else: refused there', ([path, reason]) => {
  expect(wrongPath(path, 'win32')).toMatch(reason)
  expect(wrongPath(path, 'linux')).toBeNull()
})

test.for([
  'C:\\work\\a.ts',
  'c:/work/a.ts',
  'src\\..\\a.ts',
  '.',
  '..\\x',
  'null.ts',
  'console.log',
])('Windows reads %s as it is', (path) => {
  expect(wrongPath(path, 'win32')).toBeNull()
})
