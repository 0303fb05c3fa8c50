import { describe, expect, test } from 'vitest'
import type { Supervisor } from '../supervisor.ts'
import { hasProc, requestOf, temporaryFolder, uniqueSleep, until } from '../supervisor-fixture.ts'
import { writeRecord, recordsIn, jobsAtStart } from './leftovers.fixture.ts'

describe.runIf(hasProc)('what a killed app left behind', () => {
  test('a quit ends jobs for good, and keeps what is shown of those that were cut off before', async () => {
    using data = temporaryFolder()
    const request = requestOf(`sleep ${uniqueSleep()}`)
    const { conversationId } = request
    writeRecord(data.path, { conversationId, job: { callId: 'k', number: 1 } })
    const start = (started: Supervisor): Promise<unknown> => started.jobs.start(request)
    await jobsAtStart(data.path, conversationId, start)
    await until(() => recordsIn(data.path) === 1)
    expect(await jobsAtStart(data.path, conversationId)).toMatchObject([{ number: 1 }])
  })
})
