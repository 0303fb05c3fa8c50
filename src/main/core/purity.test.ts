import { resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { expect, test } from 'vitest'

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

// covers REQ-BED-001.1a R5-19
test('the core loads and steps where clock, timers, randomness and I/O throw', async () => {
  const entry = resolve(import.meta.dirname, 'purity-walk.ts')
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'core' } },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new Error('not built')
  const world = createContext({})
  for (const name of POISONED) {
    const getter = `{ get() { throw new Error('touched ${name}') } }`
    runInContext(`Object.defineProperty(globalThis, '${name}', ${getter})`, world)
  }
  runInContext(`Math.random = () => { throw new Error('touched Math.random') }`, world)
  const names: unknown = runInContext(`${output.output[0].code}; core.walk()`, world)
  expect(names).toEqual([
    'awaitingLlm',
    'llmRequesting',
    'llmRequesting',
    'llmRequesting',
    'toolExecuting',
    'cancelling',
    'idle',
  ])
})
