import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../shared/ids.ts'
import { World } from './fakes/world.ts'

const conversationId = 'c1' as ConversationId
const words = { messageId: 'late' as MessageId, text: 'go on', attachments: [] } as const

test('while the app closes, nothing that would begin a turn is taken, and the sender is told why', async () => {
  const world = new World()
  await world.send('hello')
  void world.registry.shutdown()
  const answers = [
    await world.request('message.send', { conversationId, ...words, mode: 'policy' }),
    await world.request('turn.continue', { conversationId }),
    await world.request('turn.retry', { conversationId }),
    await world.request('turn.compact', { conversationId }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ error: { code: 'closing' } })
  expect(world.contents.some((content) => 'text' in content && content.text === 'go on')).toBe(
    false,
  )
  expect(world.lifecycle.filter((type) => type === 'turnStarted').length).toBe(1)
})

test('a message that is put behind the others while the app closes waits for the next start', async () => {
  const world = new World()
  void world.registry.shutdown()
  await world.wait('later')
  expect(world.store.waiting(conversationId).map(({ text }) => text)).toEqual(['later'])
  expect(world.lifecycle).not.toContain('turnStarted')
})
