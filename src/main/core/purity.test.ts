import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { byTier } from '../../shared/testing/by-tier.ts'
import { filesOf } from '../imported-files.fixture.ts'
import { anyStepInput } from './testing/arbitrary-steps.ts'
import { namesFromOutside } from './testing/names-from-outside.ts'
import { steps } from './testing/purity-walk.ts'

const POISONED = [
  'Date',
  'Intl',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'process',
  'crypto',
  'performance',
  'require',
]

/** Those that give the same for the same, whenever and wherever. Of Math all but `random`. */
const PURE = new Set([
  'Array',
  'Error',
  'Infinity',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Object',
  'Proxy',
  'Reflect',
  'Set',
  'String',
  'Symbol',
  'decodeURIComponent',
  'encodeURIComponent',
  'undefined',
])

// covers REQ-BED-001.1a D-01 R5-19
test('the core takes the same steps when clock, timers, randomness and I/O throw', async () => {
  const entry = resolve(import.meta.dirname, 'testing/purity-walk.ts')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'core' } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('not built')
  const inputs = JSON.stringify(fc.sample(anyStepInput, { numRuns: byTier(500, 2_000), seed: 1 }))
  const world = createContext({ inputs })
  for (const name of POISONED) {
    const getter = `{ get() { throw new Error('touched ${name}') } }`
    runInContext(`Object.defineProperty(globalThis, '${name}', ${getter})`, world)
  }
  runInContext(`Math.random = () => { throw new Error('touched Math.random') }`, world)
  expect(runInContext(`${output.output[0].code}; core.steps(inputs)`, world)).toBe(steps(inputs))
})

// covers REQ-BED-001.1a REQ-BED-001.2a R5-19
test('no branch of the core, tested or not, can reach a clock, randomness, I/O or what an earlier step left', () => {
  const own = globSync('**/*.ts', {
    cwd: import.meta.dirname,
    exclude: ['testing/**', '**/*.test.ts'],
  })
  const files = [...filesOf(own.map((file) => join(import.meta.dirname, file)))]
  expect(files.length).toBeGreaterThan(80)
  const found = files.flatMap((file) => {
    const names = namesFromOutside(readFileSync(file, 'utf8'))
    return names.filter((name) => !PURE.has(name)).map((name) => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

test('every form of access to something outside a file is found', () => {
  for (const [text, names] of [
    ['const f = () => Date.now()', ['Date']],
    ['const f = (a: Date) => a', []],
    ['const { log } = console', ['console']],
    ['const f = () => Math.max(1, 2)', ['Math']],
    ['const f = () => Math.random()', ['Math.random']],
    ["const f = () => Math['random']()", ['Math.random']],
    ['const m = Math; const f = () => m.random()', ['Math as a value']],
    ['const f = { fetch: 1 }.fetch', []],
    ['const fetch2 = { fetch }', ['fetch']],
    ['let count = 0', ['let count']],
    ['const seen = new Map()', ['an empty Map to fill', 'Map']],
    ['const none: ReadonlySet<string> = new Set()', ['Set']],
    ['const f = () => new Set()', ['Set']],
    ['const f = () => { let count = 0; return count }', []],
    ['const f = async () => 1', ['async']],
    ["import { now } from 'node:perf_hooks'", ['node:perf_hooks']],
    ["import * as z from '../../shared/schema.ts'; const f = z", []],
    ["const f = () => import('./a.ts')", ['import()']],
    ['const f = () => globalThis.x', ['globalThis']],
  ] as const) {
    expect(namesFromOutside(text), text).toEqual(names)
  }
})
