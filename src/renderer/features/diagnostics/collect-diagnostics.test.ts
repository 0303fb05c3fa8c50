import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../../client/fakes/fake-host.ts'
import { collectDiagnostics, nameOfFile } from './collect-diagnostics.ts'

const WANTED = { conversationId: 'c1' as ConversationId, withTexts: false }

const ENDS = { events: 1, messages: 1 }

function started(): {
  host: FakeHost
  collected: ReturnType<typeof collectDiagnostics>
  leave: () => void
} {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  let isWanted = true
  const collected = collectDiagnostics(client, WANTED, () => isWanted)
  return { host, collected, leave: () => (isWanted = false) }
}

test('parts are requested until the last', async () => {
  const { host, collected } = started()
  const next = { part: 'events', after: 0, ends: ENDS }
  expect(inputOf(host.last('diagnostics.read'))).toEqual({ ...WANTED, from: null })
  host.last('diagnostics.read').answer({ text: '{', next })
  await settled()
  expect(inputOf(host.last('diagnostics.read'))).toEqual({ ...WANTED, from: next })
  host.last('diagnostics.read').answer({ text: '}', next: null })
  const whole = await collected
  const parts = whole?.ok === true ? whole.value : []
  expect(await Promise.all(parts.map((part) => part.text()))).toEqual(['{', '}'])
})

test('a failed part ends it, and so does the person who asked', async () => {
  const failing = started()
  const error = appError('internal', 'It failed.')
  failing.host.last('diagnostics.read').refuse(error)
  expect(await failing.collected).toEqual({ ok: false, error })
  const left = started()
  left.leave()
  left.host
    .last('diagnostics.read')
    .answer({ text: '{', next: { part: 'events', after: 0, ends: ENDS } })
  expect(await left.collected).toBeNull()
  expect(left.host.all('diagnostics.read')).toHaveLength(1)
})

test('the name contains the time, with no character that a file system rejects', () => {
  expect(nameOfFile(0)).toBe('phoenix-diagnostics-1970-01-01T00-00-00.json')
})
