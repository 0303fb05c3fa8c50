import { expect, test } from 'vitest'
import { ConversationId, WorkId } from '../../../../shared/ids.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import type { HookPort } from '../../ports/servers/hook-port.ts'
import { LiveHooks } from './live-hooks.ts'
import { askMessageHooks } from './message-hooks.ts'

test('hooks are no longer shown as running when their port fails', async () => {
  const shown: number[] = []
  const hooks = new LiveHooks((running) => shown.push(running.length))
  const port: Pick<HookPort, 'onMessage'> = {
    onMessage({ onBegin }) {
      onBegin('check')
      return Promise.reject(new Error('a bug'))
    },
  }
  const message = { seq: 1, content: { type: 'user', author: 'person', text: 'Hi' } }
  const asked = askMessageHooks(
    { requestId: WorkId.parse('r') },
    new AbortController().signal,
    { hooks: port as HookPort },
    {
      conversationId: ConversationId.parse('c'),
      folder: '/work',
      caller: 'root',
      feed: { hooks },
      neededMessages: () => [message as Message],
      commandPolicy: () => null,
      say: () => Promise.resolve(),
    },
  )
  await expect(asked).rejects.toThrow('a bug')
  expect(shown).toEqual([1, 0])
})
