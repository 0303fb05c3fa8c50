import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appError } from '../../../shared/app-error.ts'
import { ConversationId, MessageId } from '../../../shared/ids.ts'
import { WaitingMessage } from '../../../shared/messages/waiting.ts'
import { appOn, showOn } from '../../fakes/app-on-fake-host.ts'
import { FakeHost, inputOf } from '../../../client/fakes/fake-host.ts'
import { attachmentOf, personMessage, snapshotOf } from '../../../client/fakes/samples.ts'
import type { App } from '../app.ts'
import { readyFiles } from './composer.ts'

const id = ConversationId.parse('c1')
const messageId = MessageId.parse('m1')
const image = attachmentOf('cat.png')
let host: FakeHost
let app: App

beforeEach(async () => {
  vi.useFakeTimers()
  host = new FakeHost()
  app = await appOn(host)
})
afterEach(() => void vi.useRealTimers())

const text = (): string => app.composing.of(id).text

const type = (typed: string): void =>
  app.composing.dispatch(id, { type: 'typed', text: typed, caret: null })

async function open(more: Parameters<typeof snapshotOf>[0]): Promise<void> {
  await showOn(host, app, id, snapshotOf(more))
}

test('a rewound message returns to the composer, ahead of what was typed there', async () => {
  type('Half a thought')
  const rewound = app.composing.rewind(id, messageId)
  const asked = host.last('conversation.rewind')
  expect(inputOf(asked)).toMatchObject({ conversationId: id, messageId })
  expect(text()).toBe('Half a thought')
  asked.answer({ text: 'Look', attachments: [image] })
  expect(await rewound).toBeNull()
  expect(text()).toBe('Look\n\nHalf a thought')
  expect(readyFiles(app.composing.of(id))).toEqual([image])
})

test('a refused rewind leaves the composer as it is, and says why', async () => {
  type('Half a thought')
  const rewound = app.composing.rewind(id, null)
  host.last('conversation.rewind').refuse(appError('busy', 'The agent is busy.'))
  expect(await rewound).toMatchObject({ message: 'The agent is busy.' })
  expect(text()).toBe('Half a thought')
})

test('during an edit of a waiting message, no other returns to the composer', async () => {
  const waiting = { id: 'w', text: 'Then this', attachments: [], when: 'idle' }
  const original = WaitingMessage.parse(waiting)
  const edited = { original, behind: [] }
  app.composing.dispatch(id, { type: 'editPressed', edited, key: 'k' })
  expect(await app.composing.rewind(id, messageId)).toMatchObject({ code: 'busy' })
  expect(host.all('conversation.rewind')).toEqual([])
  expect(text()).toBe('Then this')
})

test('a draft that equals the last message is a draft', async () => {
  const draft = { text: 'Look', attachments: [], caret: 4 }
  await open({ messages: [personMessage(1, 'Look')], draft })
  expect(text()).toBe('Look')
})
