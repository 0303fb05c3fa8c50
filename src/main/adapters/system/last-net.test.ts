import type { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { spreadLastNet } from './last-net.ts'
import { KINDS, run } from './last-net.fixture.ts'

test('whatever kind of callback throws, the process lives on and knows whose work it was', () => {
  const { status, stdout } = run('net')
  const lines = String(stdout).trim().split('\n')
  expect(lines.at(-1)).toBe('alive')
  const whose = lines.slice(0, -1).map((line) => line.split(':')[0])
  // Node does not say who started a thread.
  const named = KINDS.map((kind) => (kind === 'thread' ? 'undefined' : kind))
  expect(new Set(whose)).toEqual(new Set(named))
  expect(lines).toContain('guarded: a guarded timer')
  expect(status).toBe(0)
})

/** Node's own handling of an uncaught error. */
const nobody: EventEmitter = process

test('an uncaught error is logged with its origin, as long as the net is active', () => {
  const lines: unknown[] = []
  const reported: unknown[] = []
  const write = (...line: readonly unknown[]): void => void lines.push(line)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  onTestFinished(() => others.forEach((listener) => process.on('uncaughtException', listener)))
  const net = spreadLastNet({ write, warn: () => expect.fail() })
  net.onCaught((id) => reported.push(id))
  nobody.emit('uncaughtException', new Error('broken'))
  net.remove()
  nobody.emit('uncaughtException', new Error('later'))
  const error = expect.stringMatching(/broken[^]*last-net\.test/) as string
  expect(lines).toEqual([['error', 'a fault was caught', { where: 'uncaught', error }]])
  expect(reported).toEqual([null])
})
