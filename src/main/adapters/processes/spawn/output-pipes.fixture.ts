import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { ProcessOrder } from './command-process.ts'
import type { OutputPipes } from './output-pipes.ts'
import { startHere } from './spawn-process.ts'
import { temporaryFolder } from '../supervisor-fixture.ts'

export function orderOf(script: string): ProcessOrder {
  const environment = { PATH: process.env['PATH'] ?? '' }
  return { file: 'bash', args: ['-c', script], folder: '/', environment, hasGate: false }
}

export async function printedInto(pipes: OutputPipes, script: string): Promise<readonly string[]> {
  const started = await startHere(orderOf(script), pipes)
  if (started.type !== 'started') throw new Error(JSON.stringify(started))
  return Promise.all([text(started.child.stdout), text(started.child.stderr)])
}

export function folder(): string {
  const made = temporaryFolder()
  onTestFinished(() => made[Symbol.dispose]())
  return join(made.path, 'pipes')
}
