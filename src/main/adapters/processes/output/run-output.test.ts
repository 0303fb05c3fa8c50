import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { CommandProcess } from '../spawn/command-process.ts'
import type { RawOutput } from './printed.ts'
import { readOutput } from './run-output.ts'

test('a run that is aborted while it finishes returns all of its output once', async () => {
  const whole: RawOutput[] = []
  const child = { stdout: new PassThrough(), stderr: new PassThrough() }
  const output = readOutput(child as unknown as CommandProcess, {
    onOutput: () => undefined,
    onWhole: (raw) => whole.push(raw),
    beginSpill: () => null,
  })
  child.stdout.end('all')
  child.stderr.end()
  await output.drained
  await output.finish(AbortSignal.abort())
  output.abandon()
  expect(whole).toEqual([{ file: null, bytes: Buffer.from('all') }])
})
