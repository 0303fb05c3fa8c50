import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import { World } from '../../fakes/world.ts'
import { verifyHistory } from '../../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId

function inRepository(): World & { asked: () => number } {
  const world = new World()
  let asked = 0
  world.knownFolders.gitState = () => Promise.resolve(`Branch: main ${++asked}`)
  return Object.assign(world, { asked: () => asked })
}

const words = (world: World): string => JSON.stringify(world.model.last.call.request.messages)

async function answered(world: World): Promise<void> {
  world.model.last.replyText('Done')
  await world.time.settle()
}

test('the git state is sent with the first request, stored, and not read again', async () => {
  const world = inRepository()
  await world.send('Go')
  expect(world.transcript).toEqual(['user: Go', 'user: Branch: main 1'])
  const first = words(world)
  expect(first).toMatch(/"Go".*"Branch: main 1"/)
  await answered(world)
  const again = world.restart()
  again.knownFolders.gitState = () => Promise.reject(new Error('git is not asked'))
  await again.send('On')
  expect(words(again).startsWith(first.slice(0, -3))).toBe(true)
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

test('while git runs, what a request to the model needs is loaded', async () => {
  const world = new World()
  const loaded: unknown[] = []
  Object.assign(world.model, { load: (provider: unknown) => loaded.push(provider) })
  world.knownFolders.gitState = (onStarted) => {
    onStarted()
    expect(loaded).toHaveLength(1)
    return Promise.resolve('Branch: main')
  }
  await world.send('Go')
  expect(loaded).toEqual([world.model.last.call.provider])
})

test('it is sent again after a rewind of the first message, even if unchanged', async () => {
  const world = inRepository()
  world.knownFolders.gitState = () => Promise.resolve('Branch: main')
  await world.send('One')
  await answered(world)
  const [first] = world.store.history(ID)
  const messageId = first?.id ?? ('' as MessageId)
  await world.request('conversation.rewind', { conversationId: ID, messageId })
  await world.send('Again')
  expect(words(world)).toMatch(/"Again".*"Branch: main"/)
})

test('a Stop while git runs takes effect: nothing is sent, and no model is asked', async () => {
  const world = new World()
  const { promise, resolve: answer } = Promise.withResolvers<string>()
  world.knownFolders.gitState = () => promise
  await world.send('Go')
  world.cancel()
  answer('Branch: main')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go'])
  expect(world.model.requests).toEqual([])
  expect(world.state.type).toBe('idle')
})

test('a changed setting does not change the git state, and a sub-agent has it in its system prompt', async () => {
  const world = inRepository()
  await world.send('Go')
  await world.request('conversation.configure', { conversationId: ID, systemPrompt: 'Be long.' })
  expect(world.runtime.liveContext.gitState).toBe('Branch: main 1')
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(world.model.last.call.request.system).toBe(
    'Be long.\n\nBranch: main 1\n\nThe model you run on: claude-test',
  )
  expect(world.asked()).toBe(1)
})
