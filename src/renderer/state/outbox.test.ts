import { expect, test } from 'vitest'
import { appError } from '../../shared/app-error.ts'
import { ConversationId, MessageId } from '../../shared/ids.ts'
import { createClient } from '../../client/client.ts'
import { FakeHost, inputOf, settled } from '../../client/fakes/fake-host.ts'
import { createComposing } from './composer/composing.ts'
import { createOutbox, withMoved } from './outbox.ts'

const id = ConversationId.parse('c1')
const [a, b, c] = ['a', 'b', 'c'].map((each) => MessageId.parse(each)) as [
  MessageId,
  MessageId,
  MessageId,
]

function rig() {
  const host = new FakeHost()
  const client = createClient()
  void client.attach(host.connect())
  const composing = createComposing(client)
  const notice = (): string | undefined => composing.of(id).notice?.code
  return { host, notice, outbox: createOutbox(client, composing) }
}

test('a message moves by one place, and never past the ends', () => {
  expect(withMoved([a, b, c], b, -1)).toEqual([b, a, c])
  expect(withMoved([a, b, c], b, 1)).toEqual([a, c, b])
  expect(withMoved([a, b, c], a, -1)).toEqual([a, b, c])
  expect(withMoved([a, b, c], c, 1)).toEqual([a, b, c])
  expect(withMoved([a, c], b, 1)).toEqual([a, c])
})

test('sent while the agent is busy, a waiting message answers so, and no notice is shown', async () => {
  const { host, notice, outbox } = rig()
  const refused = outbox.send(id, a, 'policy')
  expect(inputOf(host.last('outbox.send'))).toMatchObject({ messageId: 'a', mode: 'policy' })
  host.last('outbox.send').refuse(appError('busy', 'The agent is busy.'))
  expect((await refused)?.code).toBe('busy')
  expect(notice()).toBeUndefined()
})

test('a held message is released unchanged under its own id', async () => {
  const { host, notice, outbox } = rig()
  const held = { id: a, text: 'One', attachments: [], when: 'held' } as const
  const released = outbox.release(id, held, 'idle')
  expect(inputOf(host.last('outbox.put'))).toEqual({
    conversationId: id,
    message: { ...held, when: 'idle' },
  })
  host.last('outbox.put').refuse(appError('storage', 'The disk is full.'))
  await released
  expect(notice()).toBe('storage')
})

const held = (messageId: MessageId) =>
  ({ id: messageId, text: messageId, attachments: [], when: 'held' }) as const
const putTexts = (host: FakeHost): unknown[] =>
  host.all('outbox.put').map((asked) => inputOf(asked))
const waitsForStep = (messageId: MessageId) => {
  return { conversationId: id, message: { ...held(messageId), when: 'nextStep' } }
}

test('of all held messages the first is sent, and the others go at its next step, in order', async () => {
  const { host, notice, outbox } = rig()
  const sent = outbox.sendAll(id, [held(a), held(b), held(c)])
  expect(inputOf(host.last('outbox.send'))).toMatchObject({ messageId: 'a', mode: 'policy' })
  expect(host.all('outbox.put')).toEqual([])
  host.last('outbox.send').answer({})
  await settled()
  host.last('outbox.put').answer({})
  await settled()
  host.last('outbox.put').answer({})
  await sent
  expect(putTexts(host)).toEqual([waitsForStep(b), waitsForStep(c)])
  expect(notice()).toBeUndefined()
})

test('if the agent is busy, all of them go at its next step', async () => {
  const { host, notice, outbox } = rig()
  const sent = outbox.sendAll(id, [held(a)])
  host.last('outbox.send').refuse(appError('busy', 'The agent is busy.'))
  await settled()
  host.last('outbox.put').answer({})
  await sent
  expect(putTexts(host)).toEqual([waitsForStep(a)])
  expect(notice()).toBeUndefined()
})

test('if the first cannot be sent, the others stay held', async () => {
  const { host, notice, outbox } = rig()
  const sent = outbox.sendAll(id, [held(a), held(b)])
  host.last('outbox.send').refuse(appError('storage', 'The disk is full.'))
  await sent
  expect(host.all('outbox.put')).toEqual([])
  expect(notice()).toBe('storage')
})

test('other failures are shown in the conversation', async () => {
  const { host, notice, outbox } = rig()
  const sent = outbox.send(id, a, 'policy')
  host.last('outbox.send').refuse(appError('storage', 'The disk is full.'))
  expect(await sent).toBeNull()
  expect(notice()).toBe('storage')
  const removed = outbox.remove(id, a)
  host.last('outbox.remove').answer({})
  await removed
  expect(notice()).toBeUndefined()
})
