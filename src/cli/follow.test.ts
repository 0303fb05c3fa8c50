import { expect, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { FakeHost, settled } from '../client/fakes/fake-host.ts'
import { IDLE_STATE, personMessage, snapshotOf, stepOf } from '../client/fakes/samples.ts'
import { appError } from '../shared/app-error.ts'
import type { Message } from '../shared/messages/message.ts'
import { follow } from './follow.ts'

function following() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const snapshot = snapshotOf({ messages: [], seq: 1, epoch: 1, hasEarlier: false })
  const { id } = snapshot.summary
  const ending = new AbortController()
  const steps: (readonly Message[])[] = []
  const opened = follow(client, id, {
    onStep: (_, fresh) => void steps.push(fresh),
    onLost: () => expect.fail('nothing was lost'),
    signal: ending.signal,
  })
  const stepAt = (seq: number) =>
    host.emit(
      stepOf(seq, seq + 1, {
        conversationId: id,
        state: IDLE_STATE,
        messages: [personMessage(seq)],
      }),
    )
  return { host, opened, snapshot, steps, stepAt, ending }
}

test('each step is reported until the following ends; then the conversation is left', async () => {
  const { ending, host, opened, snapshot, stepAt, steps } = following()
  host.last('conversation.open').answer(snapshot)
  await opened
  stepAt(1)
  ending.abort()
  stepAt(2)
  expect(steps.map((fresh) => fresh.length)).toEqual([0, 1])
  expect(host.all('conversation.leave')).toHaveLength(1)
  expect(host.all('conversation.open')).toHaveLength(1)
})

test('one that ends while the conversation is being opened reports nothing', async () => {
  const { ending, host, opened, snapshot, stepAt, steps } = following()
  ending.abort()
  host.last('conversation.open').answer(snapshot)
  await opened
  stepAt(1)
  await settled()
  expect(steps).toEqual([])
})

test('one that ends while the conversation is opened again loses nothing', async () => {
  const { ending, host, opened, snapshot, stepAt } = following()
  host.last('conversation.open').answer(snapshot)
  await opened
  // The step before it is missing.
  stepAt(5)
  ending.abort()
  host.last('conversation.open').refuse(appError('deleted', 'This conversation was deleted.'))
  await settled()
  expect(host.all('conversation.open')).toHaveLength(2)
})
