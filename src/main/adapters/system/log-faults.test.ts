import type { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { logFaults } from './log-faults.ts'

/** As Node does before it ends the process. */
const fault: EventEmitter = process

test('a fault that ends the process stands in the log, with where it came from', () => {
  const lines: unknown[] = []
  const write = (...line: readonly unknown[]): void => void lines.push(line)
  const stop = logFaults({ write, warn: () => expect.fail() })
  fault.emit('uncaughtExceptionMonitor', new Error('broken'), 'uncaughtException')
  stop()
  fault.emit('uncaughtExceptionMonitor', new Error('later'), 'uncaughtException')
  const error = expect.stringMatching(/broken[^]*log-faults\.test/) as string
  expect(lines).toEqual([['error', 'Phoenix ended by a fault', { error }]])
})
