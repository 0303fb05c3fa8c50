import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSpillFolder } from './spill-folder.ts'
import { Spill, SPILL_BYTES } from './spill.ts'
import { requestOf, start, supervisorOn, temporaryFolder, until } from '../supervisor-fixture.ts'

const NEVER = new AbortController().signal
const isPosix = process.platform !== 'win32'

let data: ReturnType<typeof temporaryFolder>
let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  data = temporaryFolder()
  temporary = temporaryFolder()
})
afterEach(() => {
  data[Symbol.dispose]()
  temporary[Symbol.dispose]()
})

test('the file holds the output from its first byte, 16 MB at most', async () => {
  const spill = new Spill(join(data.path, 'output'), () => undefined, 60_000)
  const piece = Buffer.from('0123456789'.repeat(100_000))
  for (let pieces = 0; pieces < 20; pieces++) spill.push(piece)
  const spilled = await spill.end(NEVER)
  expect(spilled?.bytes).toBe(SPILL_BYTES)
  const written = readFileSync(spilled?.path ?? '')
  expect(
    written.equals(Buffer.concat(Array<Buffer>(20).fill(piece)).subarray(0, SPILL_BYTES)),
  ).toBe(true)
})

test('an abandoned output leaves no file', async () => {
  const path = join(data.path, 'output')
  const spill = new Spill(path, () => undefined)
  spill.push(Buffer.from('much'))
  expect(await spill.end(AbortSignal.abort())).toBeNull()
  await until(() => !existsSync(path))
})

test('a long output whose command is stopped leaves no file', async () => {
  const supervisor = supervisorOn(data.path)
  const run = start(supervisor, 'seq 100000; echo ready; sleep 60')
  await run.ready
  const folder = readFileSync(join(data.path, 'output-folder'), 'utf8')
  await until(() => readdirSync(folder).length === 1)
  run.abort()
  expect(await run.outcome).toEqual({ type: 'aborted' })
  await until(() => readdirSync(folder).length === 0)
  await supervisor.close()
})

test('a file that cannot be created costs nothing but the file', async () => {
  const spill = new Spill(join(data.path, 'no', 'such', 'folder'), () => undefined)
  spill.push(Buffer.alloc(1_000))
  expect(await spill.end(NEVER)).toBeNull()
  spill.push(Buffer.alloc(1_000))
})

test('only this user can read the folder, it holds the newest 16 outputs, and is removed with Phoenix', async () => {
  const folder = createSpillFolder(data.path, temporary.path)
  const reported: string[] = []
  for (let count = 0; count < 18; count++) {
    const spill = folder.begin(() => undefined)
    spill?.push(Buffer.from(`output ${count}`))
    reported.push((await spill?.end(NEVER))?.path ?? '')
  }
  const [made = ''] = readdirSync(temporary.path)
  const path = join(temporary.path, made)
  if (isPosix) expect(statSync(path).mode & 0o777).toBe(0o700)
  await until(() => readdirSync(path).length === 16)
  expect(reported.map((each) => folder.holds(each))).toEqual([
    false,
    false,
    ...Array<boolean>(16).fill(true),
  ])
  expect(readFileSync(reported.at(-1) ?? '', 'utf8')).toBe('output 17')
  folder.close()
  expect(readdirSync(temporary.path)).toEqual([])
})

test('a folder that something else has removed is created again', async () => {
  const folder = createSpillFolder(data.path, temporary.path)
  await folder.begin(() => undefined)?.end(NEVER)
  const [made = ''] = readdirSync(temporary.path)
  rmSync(join(temporary.path, made), { recursive: true })
  const spill = folder.begin(() => undefined)
  spill?.push(Buffer.from('output'))
  const { path = '' } = (await spill?.end(NEVER)) ?? {}
  expect(folder.holds(path)).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('output')
  folder.close()
  expect(readdirSync(temporary.path)).toEqual([])
})

test('a folder that cannot be recorded, because the disk of the data folder is full, is not left behind', () => {
  const folder = createSpillFolder(join(data.path, 'missing'), temporary.path)
  for (const output of [1, 2, 3])
    expect(
      folder.begin(() => undefined),
      `${output}`,
    ).toBeNull()
  expect(readdirSync(temporary.path)).toEqual([])
})

test('the next start removes the files of a killed one, and nothing else', async () => {
  const killed = createSpillFolder(data.path, temporary.path)
  await killed.begin(() => undefined)?.end(NEVER)
  expect(readdirSync(temporary.path)).toHaveLength(1)
  await createSpillFolder(data.path, temporary.path).sweep()
  expect(readdirSync(temporary.path)).toEqual([])
  const others = join(temporary.path, 'work')
  mkdirSync(others)
  writeFileSync(join(data.path, 'output-folder'), others)
  await createSpillFolder(data.path, temporary.path).sweep()
  expect(existsSync(others)).toBe(true)
})

test('a long output can be read from its file, a short one has none', async () => {
  const supervisor = supervisorOn(data.path)
  const short = await supervisor.run(requestOf('echo short'))
  expect(short).toMatchObject({ printed: { text: 'short\n' } })
  const long = await supervisor.run(requestOf('seq 100000; seq 7 >&2'))
  if (long.type !== 'exited') throw new Error(long.type)
  const path = /all of it is in (.+?) for read_file/.exec(long.printed.text)?.[1] ?? ''
  expect(supervisor.holdsOutput(path)).toBe(true)
  expect(readFileSync(path)).toHaveLength(long.printed.bytes)
  await supervisor.close()
  expect(existsSync(path)).toBe(false)
})
