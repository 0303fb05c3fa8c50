import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { ChangePreview } from '../../../shared/conversation/change-preview.ts'
import { CallId, ConversationId } from '../../../shared/ids.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import type { Clock } from '../../state/clock.ts'
import { followPreview } from './follow-preview.ts'

const asked = { conversationId: ConversationId.parse('c1'), callId: CallId.parse('m2.0') }
const diff = (text: string): ChangePreview => ({ type: 'diff', text, leftOut: 0 })
let host: FakeHost
let tick: (() => void) | null
let stop: () => void
const show = vi.fn<(preview: ChangePreview) => void>()

beforeEach(() => {
  host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const clock: Clock = {
    now: () => 0,
    setHostTime: () => {},
    subscribe: (listener) => {
      tick = listener
      return () => (tick = null)
    },
  }
  stop = followPreview({ client, clock }, asked, show)
})
afterEach(() => void show.mockReset())

async function answer(preview: ChangePreview): Promise<void> {
  host.last('approval.preview').answer(preview)
  await settled()
}

function pass(seconds: number): number {
  for (let second = 0; second < seconds; second += 1) tick?.()
  return host.all('approval.preview').length
}

test('the files are checked every third second, one check at a time, and only changes are shown', async () => {
  expect(inputOf(host.last('approval.preview'))).toEqual(asked)
  expect(pass(10)).toBe(1)
  await answer(diff('a'))
  expect(pass(2)).toBe(1)
  expect(pass(1)).toBe(2)
  await answer(diff('a'))
  expect(pass(3)).toBe(3)
  await answer({ type: 'changed', text: 'a.ts has changed' })
  expect(show.mock.calls).toEqual([[diff('a')], [{ type: 'changed', text: 'a.ts has changed' }]])
})

test('a failed check leaves what is shown, and the next one is made', async () => {
  await answer(diff('a'))
  pass(3)
  host.last('approval.preview').refuse(appError('internal', 'No.'))
  await settled()
  expect(pass(3)).toBe(3)
  expect(show).toHaveBeenCalledTimes(1)
})

test('nothing is shown or requested once the question is gone', async () => {
  stop()
  await answer(diff('a'))
  expect(pass(9)).toBe(1)
  expect(show).not.toHaveBeenCalled()
})
