import { expect, test } from 'vitest'
import { createClient } from '../../client/client.ts'
import { personMessage } from '../../client/fakes/samples.ts'
import { Message } from '../../shared/messages/message.ts'
import { MessageUpdates } from './message-updates.ts'

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
