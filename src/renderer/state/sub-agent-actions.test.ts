import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { AgentId, CallId, ConversationId } from '../../shared/ids.ts'
import { appOn, paintByTimers, showOn } from '../fakes/app-on-fake-host.ts'
import { FakeHost, inputOf } from '../../client/fakes/fake-host.ts'
import { delegatingState, snapshotOf } from '../../client/fakes/samples.ts'
import type { App } from './app.ts'

const shown = ConversationId.parse('c1')
const agent = AgentId.parse('agent-0')
const works = { type: 'working', timerId: 'x', deadline: 9 }
let host: FakeHost
let app: App

beforeEach(async () => {
  paintByTimers(16)
  host = new FakeHost()
  app = await appOn(host)
  await showOn(host, app, shown, snapshotOf({ state: delegatingState(works) }))
})
afterEach(() => void vi.unstubAllGlobals())

describe('actions on sub-agents', () => {
  test('R9: one is stopped by its own cancel, and its parent is not affected', () => {
    app.stopSubAgent(agent)
    const cancels = host.requests.filter(({ frame }) => frame.type === 'cancel')
    expect(cancels).toMatchObject([{ frame: { conversationId: agent } }])
  })

  test('an answer goes to the sub-agent that asks, and a failure is shown where the person is', async () => {
    const callIds = [CallId.parse('m2.0')]
    const answered = app.answerApproval(agent, callIds, { type: 'deny', reason: 'no' })
    const asked = host.last('approval.answer')
    expect(inputOf(asked)).toMatchObject({ conversationId: agent, callIds })
    asked.refuse(appError('storage', 'The disk is full.'))
    await answered
    expect(app.composing.of(shown).notice?.message).toBe('The disk is full.')
    expect(app.composing.of(agent).notice).toBeNull()
  })
})
