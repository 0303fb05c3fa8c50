import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BackgroundJob } from '../../../../shared/conversation/background-job.ts'
import { ConversationId } from '../../../../shared/ids.ts'
import type { Supervisor } from '../supervisor.ts'
import { readBootId } from './process-table.ts'
import { supervisorOn } from '../supervisor-fixture.ts'

export const RUN_TOKEN = '0123456789abcdef0123456789abcdef'

export function writeRecord(
  dataFolder: string,
  { workId = 'w', ...fields }: Readonly<Record<string, unknown>> & { readonly workId?: string },
): void {
  mkdirSync(join(dataFolder, 'runs'), { recursive: true })
  const record = {
    workId,
    conversationId: 'c',
    cookie: RUN_TOKEN,
    bootId: readBootId(),
    command: 'sleep',
    since: 0,
    process: null,
    ...fields,
  }
  writeFileSync(join(dataFolder, 'runs', `${workId}.json`), JSON.stringify(record))
}

export function recordsIn(dataFolder: string): number {
  return readdirSync(join(dataFolder, 'runs')).length
}

/** What a start finds of the conversation's jobs. `act` is done before it quits. */
export async function jobsAtStart(
  dataFolder: string,
  conversationId: ConversationId,
  act: (started: Supervisor) => unknown = () => undefined,
): Promise<readonly BackgroundJob[]> {
  const started = supervisorOn(dataFolder)
  try {
    await started.sweepLeftovers()
    const jobs = started.jobsOf(conversationId)
    await act(started)
    return jobs
  } finally {
    await started.close()
  }
}
