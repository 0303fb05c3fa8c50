import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallId, ConversationId } from '../../../shared/ids.ts'
import type { Supervisor } from './supervisor.ts'
import { requestOf, supervisorOn, temporaryFolder, until } from './supervisor-fixture.ts'

const data = temporaryFolder()
let supervisor: Supervisor
beforeAll(() => {
  supervisor = supervisorOn(data.path)
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

test('it is known until when the job of a call ran: until now while it lives, until its end when it is forgotten too', async () => {
  const before = Date.now()
  const conversationId = ConversationId.parse('ends')
  const request = requestOf('sleep 60', { conversationId })
  await supervisor.jobs.start(request)
  const ranUntil = (): number => supervisor.jobRanUntil(request.callId)
  const seen = ranUntil()
  await until(() => ranUntil() > seen)
  await supervisor.jobs.stop(conversationId, 1)
  const end = ranUntil()
  supervisor.forgetJobs(conversationId)
  await until(() => Date.now() > end)
  expect(ranUntil()).toBe(end)
  expect(supervisor.jobRanUntil(CallId.parse('of an earlier life'))).toBeLessThanOrEqual(before)
})
