import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { oneOfEvery } from '../../shared/testing/by-tier.ts'
import { readCode, writeCode } from './code-cache.ts'

// A program as the build makes it: an entry, and a chunk with a hash in its name.
const PROGRAM = "console.log(require('./chunks/chunk-1a2b.js').greet('you'))"
const CHUNK = `
  exports.greet = (name) => 'Hello ' + name + ', ' + require('node:path').basename(__filename)
  exports.fail = () => { throw new Error('failed') }`
const ENTRY = `
  import { loadProgram } from '${new URL('load-program.ts', import.meta.url).href}'
  loadProgram({ file: process.argv[2], kind: 'test' })`
const SAID = 'Hello you, chunk-1a2b.js\n'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'phoenix-load-'))
  mkdirSync(join(root, 'main/chunks'), { recursive: true })
  put('entry.mjs', ENTRY)
  put('main/program.js', PROGRAM)
  put('main/chunks/chunk-1a2b.js', CHUNK)
})

afterEach(() => rmSync(root, { recursive: true }))

function put(path: string, text: string | Buffer): void {
  writeFileSync(join(root, path), text)
}

function run(...options: readonly string[]): string {
  const args = [...options, join(root, 'entry.mjs'), join(root, 'main/program.js')]
  const { stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout + stderr
}

function cacheFile(): string {
  const names = readdirSync(join(root, 'compile-cache'))
  expect(names).toHaveLength(1)
  return join(root, 'compile-cache', names[0] ?? '')
}

test('three runs add what they used; those that follow use it as it is', () => {
  for (const runs of [1, 2, 3, 3]) {
    expect(run()).toBe(SAID)
    const { parts, runs: added } = readCode(cacheFile())
    expect([added, [...parts.keys()]]).toEqual([runs, ['chunk-1a2b.js']])
  }
  const before = readFileSync(cacheFile())
  expect(run()).toBe(SAID)
  expect(readFileSync(cacheFile())).toEqual(before)
})

const DAMAGED: readonly [what: string, damage: (bytes: Buffer) => Buffer][] = [
  ['empty', () => Buffer.alloc(0)],
  ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['altered', (bytes) => bytes.fill(7, bytes.length - 40)],
]

test.each(oneOfEvery(3, DAMAGED))(
  'a cache that is %s is not used, and made again',
  (_what, damage) => {
    for (let count = 0; count < 3; count += 1) run()
    writeFileSync(cacheFile(), damage(readFileSync(cacheFile())))
    expect(run()).toBe(SAID)
    expect(readCode(cacheFile()).runs).toBe(1)
  },
)

test('what V8 refuses is compiled, and replaced; what belongs to no file is dropped', () => {
  run()
  const { parts } = readCode(cacheFile())
  const other = Buffer.alloc(parts.get('chunk-1a2b.js')?.length ?? 0, 1)
  writeCode(cacheFile(), {
    runs: 3,
    parts: new Map([
      ['chunk-1a2b.js', other],
      ['chunk-gone.js', other],
    ]),
  })
  expect(run()).toBe(SAID)
  const made = readCode(cacheFile())
  expect([made.runs, [...made.parts.keys()]]).toEqual([1, ['chunk-1a2b.js']])
  expect(made.parts.get('chunk-1a2b.js')?.equals(other)).toBe(false)
})

test('where nothing can be written it runs without a cache', () => {
  put('compile-cache', '')
  expect([run(), run()]).toEqual([SAID, SAID])
})

test('a stack names the file, and with --enable-source-maps its source', () => {
  put('main/program.js', "require('./chunks/chunk-1a2b.js').fail()")
  expect(run()).toMatch(
    /at exports\.fail \(file:\S+\/chunk-1a2b\.js:3:32\)\s+at file:\S+\/program\.js:1:35/,
  )
  const map = { version: 3, sources: ['../../source.ts'], names: [], mappings: ';;AAIA' }
  put('main/chunks/chunk-1a2b.js.map', JSON.stringify(map))
  put('main/chunks/chunk-1a2b.js', `${CHUNK}\n//# sourceMappingURL=chunk-1a2b.js.map`)
  expect(run('--enable-source-maps')).toMatch(/source\.ts:5:/)
})

test('what fails to load is tried again', () => {
  put(
    'main/program.js',
    `const { writeFileSync } = require('node:fs')
    try { require('./chunks/late-1a2b.js') } catch (error) { console.log(error.code) }
    writeFileSync(__dirname + '/chunks/late-1a2b.js', 'throw new Error("not yet")')
    try { require('./chunks/late-1a2b.js') } catch (error) { console.log(error.message) }
    writeFileSync(__dirname + '/chunks/late-1a2b.js', 'exports.said = "now"')
    console.log(require('./chunks/late-1a2b.js').said)`,
  )
  expect(run()).toBe('ENOENT\nnot yet\nnow\n')
})
