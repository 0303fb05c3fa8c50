import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { fileAttachmentOf, personMessage } from '../../client/fakes/samples.ts'
import { Message } from '../../shared/messages/message.ts'
import { MessageUpdates } from './message-updates.ts'
import { readPrompt } from './prompt-content.ts'

test('a note about a repair names the model as people do', async () => {
  const updates = new MessageUpdates(createClient(), '/work/a')
  const model = 'claude-opus-4-8'
  const text = `${model} refused the request. It was asked again without images.`
  const content = { type: 'repair', text, model, repair: { type: 'withoutAllImages', blobs: [] } }
  expect(await updates.of(Message.parse({ ...personMessage(1), content }))).toEqual([
    {
      sessionUpdate: 'note',
      text: 'Claude Opus 4.8 refused the request. It was asked again without images.',
    },
  ])
})

test('the link to an attached file leads to it, whatever its name contains', async () => {
  const client = createClient()
  const path = '/work/50% of a#b?.txt'
  const attachments = [{ ...fileAttachmentOf('a.txt'), path }]
  const content = { type: 'user', text: '', attachments, author: 'person' }
  const updates = new MessageUpdates(client, '/work')
  const [update] = await updates.of(Message.parse({ ...personMessage(1), content }))
  if (update?.sessionUpdate !== 'user_message_chunk') throw new Error('no chunk')
  expect(await readPrompt(client, [update.content])).toMatchObject({ value: { text: path } })
})

test('half a character in the path of an attached file loses nothing of its message', async () => {
  const attachments = [{ ...fileAttachmentOf('a.txt'), path: '/work/\uD800.txt' }]
  const content = { type: 'user', text: 'Read it', attachments, author: 'person' }
  const updates = new MessageUpdates(createClient(), '/work')
  expect(await updates.of(Message.parse({ ...personMessage(1), content }))).toMatchObject([
    { content: { type: 'text', text: 'Read it' } },
    { content: { type: 'resource_link', uri: 'file:///work/%EF%BF%BD.txt' } },
  ])
})
