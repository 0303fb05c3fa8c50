import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasProc } from '../processes/supervisor-fixture.ts'
import { Desk } from '../tools/calling.fixture.ts'
import { createPlaces, type Places } from './places.ts'
import { wrongPath } from './wrong-path.ts'

let desk: Desk
let places: Places
beforeAll(() => {
  desk = new Desk()
  const { dataFolder, home } = desk
  places = createPlaces({ home, dataFolder, holdsOutput: (path) => desk.outputs.includes(path) })
  desk.write('src/a.ts', 'a')
  desk.write('.env', 'A=1')
  writeFileSync(join(desk.outside, 'passwords'), 'hunter2')
  mkdirSync(join(desk.home, '.ssh'))
  writeFileSync(join(desk.home, '.ssh/id_rsa'), 'key')
  writeFileSync(join(desk.dataFolder, 'settings.json'), '{}')
  const link = (target: string, name: string): void => {
    symlinkSync(target, join(desk.folder, name))
  }
  link(join(desk.outside, 'passwords'), 'file-link')
  link(desk.outside, 'folder-link')
  link('../outside', 'way-link')
  link('folder-link/passwords', 'chain')
  link('.env', 'harmless.txt')
  link('src/a.ts', 'inner')
  link(join(desk.home, '.ssh/id_rsa'), 'key-link')
  link(desk.dataFolder, 'data-link')
  link('loop-b', 'loop-a')
  link('loop-a', 'loop-b')
  link(join(desk.outside, 'new-file'), 'dangling')
  link('/', 'root')
})
afterAll(() => {
  desk[Symbol.dispose]()
})

type Judged = 'inside' | 'outside' | 'secret' | 'refused'

async function judge(path: string): Promise<Judged> {
  const place = await places.locate(desk.folder, path)
  return place.ok ? place.value.reach : 'refused'
}

/** `%` stands for the folder of the test. */
const CASES: readonly (readonly [path: string, judged: Judged])[] = [
  ['src/a.ts', 'inside'],
  ['./src/./a.ts', 'inside'],
  ['src/../src/a.ts', 'inside'],
  ['src//a.ts', 'inside'],
  ['src/a.ts/', 'inside'],
  ['new/folder/file.ts', 'inside'],
  ['..x', 'inside'],
  ['...', 'inside'],
  ['.', 'inside'],
  ['%/work/src/a.ts', 'inside'],
  ['inner', 'inside'],
  ['../work/src/a.ts', 'inside'],
  // Up and out.
  ['..', 'outside'],
  ['../', 'outside'],
  ['../outside/passwords', 'outside'],
  ['src/../../outside/passwords', 'outside'],
  ['./../outside/passwords', 'outside'],
  ['src/./.././../outside/passwords', 'outside'],
  ['new/../../outside/passwords', 'outside'],
  ['../'.repeat(60) + 'etc/passwd', 'outside'],
  ['../work2/x', 'outside'],
  ['../work-not', 'outside'],
  ['/', 'outside'],
  ['/etc/passwd', 'outside'],
  ['//etc/passwd', 'outside'],
  ['///etc///passwd', 'outside'],
  ['/etc/../etc/passwd', 'outside'],
  ['%/outside/passwords', 'outside'],
  ['%/work/../outside/passwords', 'outside'],
  ['/dev/null', 'outside'],
  // Through links.
  ['file-link', 'outside'],
  ['folder-link', 'outside'],
  ['folder-link/passwords', 'outside'],
  ['folder-link/not-yet', 'outside'],
  ['folder-link/new/deep', 'outside'],
  ['way-link/passwords', 'outside'],
  ['chain', 'outside'],
  ['./folder-link/./passwords', 'outside'],
  ['src/../folder-link/passwords', 'outside'],
  ['root/etc/passwd', 'outside'],
  ['root/root/etc', 'outside'],
  ['dangling', 'refused'],
  ['dangling/x', 'refused'],
  ['loop-a', 'refused'],
  ['loop-a/x', 'refused'],
  // What looks like something else is a name, here.
  ['..%2foutside%2fpasswords', 'inside'],
  ['%2e%2e/outside', 'inside'],
  ['%2e%2e%2fetc%2fpasswd', 'inside'],
  ['..%5c..%5cetc', 'inside'],
  ['..%c0%af..', 'inside'],
  ['..\\outside\\passwords', 'inside'],
  ['\\\\server\\share\\x', 'inside'],
  ['C:\\Windows\\win.ini', 'inside'],
  ['\\\\?\\C:\\x', 'inside'],
  ['\u2024\u2024/passwords', 'inside'],
  ['\uFF0E\uFF0E/passwords', 'inside'],
  ['..\u2215outside', 'inside'],
  ['..\uFF0Foutside', 'inside'],
  ['.. /outside', 'inside'],
  ['..\u200B/outside', 'inside'],
  ['$HOME/.ssh/x', 'secret'],
  ['$HOME/x', 'inside'],
  ['${HOME}/x', 'inside'],
  ['%USERPROFILE%', 'inside'],
  ['~root/x', 'inside'],
  ['file:///etc/passwd', 'inside'],
  ['src/a.ts::$DATA', 'inside'],
  ['SRC/A.TS', 'inside'],
  ['a\nb', 'inside'],
  ['--help', 'inside'],
  // Home.
  ['~', 'outside'],
  ['~/x', 'outside'],
  ['~/../outside/passwords', 'outside'],
  ['~/.ssh/id_rsa', 'secret'],
  ['~/.aws/config', 'secret'],
  // Secrets, inside and out, under any name.
  ['.env', 'secret'],
  ['src/.env.local', 'secret'],
  ['.ENV', 'secret'],
  ['.env::$DATA', 'secret'],
  ['.env. ', 'secret'],
  ['\uFF0Eenv', 'secret'],
  ['harmless.txt', 'secret'],
  ['key-link', 'secret'],
  ['certs/server.pem', 'secret'],
  ['.ssh/config', 'secret'],
  ['.npmrc', 'secret'],
  ['sub/.netrc', 'secret'],
  ['id_rsa.pub', 'secret'],
  ['config/credentials.json', 'secret'],
  ['root/x/.gnupg/y', 'secret'],
  // Out of every tool's reach.
  ['', 'refused'],
  [' ', 'refused'],
  ['a\0b', 'refused'],
  ['../outside/passwords\0.ts', 'refused'],
  ['\uD800', 'refused'],
  ['x/'.repeat(3_000), 'refused'],
  ['x'.repeat(256), 'refused'],
  ['src/a.ts/x', 'refused'],
  ['../data', 'refused'],
  ['../data/settings.json', 'refused'],
  ['../data/new', 'refused'],
  ['data-link/settings.json', 'refused'],
  ['folder-link/../../data/settings.json', 'refused'],
  ['root/%/data/settings.json', 'refused'],
]

test('row 29: no way of writing a path leads out of the folder without being known', async () => {
  expect(CASES.length).toBeGreaterThanOrEqual(80)
  const judged = await Promise.all(
    CASES.map(async ([path]) => [
      path,
      await judge(
        path.replace(/^%\//, `${desk.root.path}/`).replace('root/%', `root${desk.root.path}`),
      ),
    ]),
  )
  expect(judged).toEqual(CASES)
})

test.runIf(hasProc)('what /proc shows of processes is no file of anybody', async () => {
  const inside = join(desk.folder, 'src/a.ts')
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

test('a place has its real path, and is shown from the folder where it lies in it', async () => {
  expect(await places.locate(desk.folder, 'inner')).toEqual({
    ok: true,
    value: {
      path: join(desk.folder, 'inner'),
      real: join(desk.folder, 'src/a.ts'),
      shown: 'src/a.ts',
      reach: 'inside',
    },
  })
  const far = await places.locate(desk.folder, 'folder-link/new/deep')
  expect(far.ok && far.value.real).toBe(join(desk.outside, 'new/deep'))
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
] as const)('Windows reads %s as something else: refused there', ([path, reason]) => {
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
])('Windows reads %s as what it is', (path) => {
  expect(wrongPath(path, 'win32')).toBeNull()
})
