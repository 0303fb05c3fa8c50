import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const FIXTURE = join(import.meta.dirname, 'throwing.fixture.ts')

export const KINDS = [
  'timer',
  'immediate',
  'microtask',
  'watcher',
  'output',
  'exit',
  'unheard',
  'server',
  'thread',
  'abort',
  'promise',
  'guarded',
]

export function run(...args: readonly string[]): ReturnType<typeof spawnSync> {
  return spawnSync(process.execPath, [FIXTURE, ...args], { encoding: 'utf8', timeout: 20_000 })
}
