import { expect, test } from 'vitest'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { ClientSession } from '../commands/session/client-session.ts'
import { child, delegating, idOf } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function stepsOf({ events }: World): readonly ClientEventOf<'conversation.stepped'>[] {
  return events.flatMap((event) => (event.type === 'conversation.stepped' ? [event] : []))
}

async function shortTurn(world: World): Promise<void> {
  await world.send('Hello')
  world.model.last.call.onStarted()
  await world.time.settle()
  world.model.last.replyText('Hi there')
  await world.time.settle()
}

test('a step repeats only what has changed, but everything for a client that has just joined', async () => {
  const world = new World()
  await world.send('Hello')
  const [first, second] = stepsOf(world)
  const all = ['turn', 'model', 'usedTokens', 'limits', 'instructions']
  const saidIn = (event: object | undefined): readonly string[] =>
    Object.keys(event ?? {}).filter((name) => all.includes(name))
  expect(saidIn(first)).toEqual(all)
  expect(saidIn(second)).toEqual([])
  const late = new ClientSession(world.registry, () => undefined)
  await world.handlers['conversation.open']({ conversationId: ID }, late)
  world.model.last.call.onStarted()
  await world.time.settle()
  expect(saidIn(stepsOf(world).at(-1))).toEqual(all)
  world.model.last.replyText('Hi')
  await world.time.settle()
  expect(saidIn(stepsOf(world).at(-1))).toEqual(['turn', 'usedTokens'])
})

test('list rows repeat nothing for a client that follows the conversation, and contain everything for others', async () => {
  const world = new World()
  const clients = [true, false].map((isFollowing) => {
    const rows: string[] = []
    const client = new ClientSession(world.registry, (event) => {
      if (event.type === 'list.changed') rows.push(event.summary.activity)
    })
    client.wantsList = true
    if (isFollowing) client.follow(ID, world.runtime)
    return { client, rows }
  })
  world.lists.push(...clients.map(({ client }) => client))
  await shortTurn(world)
  const [following, other] = clients
  expect(other?.rows).toEqual(['waiting', 'answering', 'idle'])
  // The first has a title, which no step tells.
  expect(following?.rows).toEqual(['waiting'])
  // The steps on their way to it reach no view there any more: the row says what came of them.
  following?.client.leave(ID)
  expect(following?.rows).toEqual(['waiting', 'idle'])
  expect(other?.rows).toHaveLength(3)
  await shortTurn(world)
  expect(following?.rows.slice(2)).toEqual(other?.rows.slice(3))
})

test('a client that leaves a sub-agent or a deleted conversation receives no row', async () => {
  const world = await delegating('Look')
  const rows: string[] = []
  const client = new ClientSession(world.registry, (event) => {
    if (event.type === 'list.changed') rows.push(event.summary.id)
  })
  client.wantsList = true
  const look = child(world, 0)
  client.follow(idOf(look), look)
  client.leave(idOf(look))
  client.follow(ID, world.runtime)
  client.leave(ID)
  expect(rows).toEqual([ID])
  client.follow(ID, world.runtime)
  await world.request('conversation.delete', { conversationId: ID })
  client.leave(ID)
  expect(rows).toEqual([ID])
})

test('a call that arrives complete is not reported early, a growing one is', async () => {
  const world = new World()
  await world.send('Write it')
  const { call } = world.model.last
  call.onStarted()
  await world.time.settle()
  const grown = (): number =>
    world.events.filter(({ type }) => type === 'conversation.callGrew').length
  call.onCallDelta(0, 'bash', '{"command":"l')
  await world.time.advance(16)
  expect(grown()).toBe(1)
  call.onCallDelta(0, '', 's"}')
  world.model.last.call.onDelta('text', 'So')
  world.model.last.replyText('So')
  await world.time.settle()
  expect(grown()).toBe(1)
})
