import { expect, test } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { createClient } from '../../../client/client.ts'
import { FakeHost, settled } from '../../../client/fakes/fake-host.ts'
import { agentMessage, personMessage, rewoundMessage } from '../../../client/fakes/samples.ts'
import { Comparing } from './comparing.svelte.ts'

const ALL = [
  personMessage(1),
  rewoundMessage(2, 1),
  personMessage(3),
  rewoundMessage(4, 3),
  personMessage(5),
  agentMessage(6, [{ type: 'text', text: 'Answer' }]),
]
const [first, second, third] = [personMessage(1).id, personMessage(3).id, personMessage(5).id]

function comparing() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const conversationId = 'c1' as ConversationId
  const all = [first, second, third]
  const versions = { type: 'versions', conversationId, all, left: first, right: third } as const
  const shown = new Comparing(client, versions)
  const answer = async (): Promise<void> => {
    const page = { messages: ALL, shells: [], hasEarlier: false }
    host.last('conversation.earlier').answer(page)
    await settled()
  }
  const lefts = (): unknown => shown.branches?.left.map(({ id }) => id) ?? null
  return { shown, host, answer, lefts }
}

test('a newly chosen version has no branch until its own has been loaded', async () => {
  const { answer, lefts, shown } = comparing()
  void shown.load()
  await answer()
  expect(lefts()).toEqual([first])
  void shown.choose('left', second)
  expect(lefts()).toBeNull()
  await answer()
  expect(lefts()).toEqual([second])
})

test('a failure leaves no branch of another version, and is over with the next choice', async () => {
  const { answer, host, lefts, shown } = comparing()
  void shown.load()
  await answer()
  void shown.choose('left', second)
  host.last('conversation.earlier').refuse(appError('internal', 'It failed.'))
  await settled()
  expect([lefts(), shown.problem?.message]).toEqual([null, 'It failed.'])
  void shown.choose('left', first)
  expect(shown.problem).toBeNull()
  await answer()
  expect(lefts()).toEqual([first])
})
