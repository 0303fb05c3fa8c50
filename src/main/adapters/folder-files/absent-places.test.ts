import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { AbsentPlaces } from './absent-places.ts'
import { markdownFiles } from './markdown-files.ts'
import { readTextIn } from './read-text.ts'

let base: ReturnType<typeof temporaryFolder>
let now: number
let root: string
let bounds: Parameters<typeof readTextIn>[1]

beforeEach(() => {
  base = temporaryFolder()
  now = 0
  root = join(base.path, 'work')
  const dataFolder = join(base.path, 'data')
  for (const each of [root, dataFolder]) mkdirSync(each)
  bounds = { root, dataFolder, maxBytes: 100, absent: new AbsentPlaces(() => now) }
})
afterEach(() => base[Symbol.dispose]())

async function read(): Promise<string | null> {
  const text = await readTextIn('a.json', bounds)
  return text.ok ? text.value : text.error
}

async function list(): Promise<readonly string[]> {
  const files = await markdownFiles({ ...bounds, place: 'agents', most: 10 })
  return files.map(({ path }) => path)
}

test('a new file is noticed within a second, and an existing one is read each time', async () => {
  const file = join(root, 'a.json')
  expect(await read()).toBeNull()
  writeFileSync(file, 'one')
  now = 999
  expect(await read()).toBeNull()
  now = 1_000
  expect(await read()).toBe('one')
  writeFileSync(file, 'two')
  expect(await read()).toBe('two')
  rmSync(file)
  expect(await read()).toBeNull()
})

test('a new folder of Markdown files is noticed within a second', async () => {
  expect(await list()).toEqual([])
  mkdirSync(join(root, 'agents'))
  writeFileSync(join(root, 'agents/one.md'), '')
  now = 999
  expect(await list()).toEqual([])
  now = 1_000
  expect(await list()).toEqual(['agents/one.md'])
  writeFileSync(join(root, 'agents/two.md'), '')
  expect(await list()).toEqual(['agents/one.md', 'agents/two.md'])
})

test('an unreachable file does not count as absent: it is looked for each time', async () => {
  writeFileSync(join(base.path, 'out.json'), 'one')
  const link = join(root, 'a.json')
  symlinkSync('../out.json', link)
  expect(await readTextIn('a.json', bounds)).toMatchObject({ ok: false })
  rmSync(link)
  writeFileSync(link, 'two')
  expect(await readTextIn('a.json', bounds)).toEqual({ ok: true, value: 'two' })
})
