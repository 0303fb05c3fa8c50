import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { ManualTime } from '../fakes/manual-time.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** Two programs on one database, each with this conversation open. */
function twoWriters(): readonly [World, World] {
  const one = new World()
  return [one, new World(one.store, new ManualTime())]
}

async function answered(world: World, text: string): Promise<void> {
  await world.send(text)
  world.model.last.replyText(`Answer to ${text}`)
  await world.time.settle()
}

async function sent(world: World, text: string) {
  const message = { conversationId: ID, messageId: text as never, text, attachments: [] }
  const answer = await world.request('message.send', { ...message, mode: 'policy' })
  await world.time.settle()
  return answer
}

const SET_ASIDE = {
  ok: false,
  error: { code: 'setAside', message: expect.stringContaining('Another program has written') },
}
const WARNING = 'another program wrote to a conversation, which was set aside'

test('R29 of two writers the second is refused with a sentence, nothing is overwritten, and others continue', async () => {
  const [one, two] = twoWriters()
  await answered(one, 'One')
  const { transcript } = one
  const before = two.model.requests.length
  expect(await sent(two, 'Two')).toMatchObject(SET_ASIDE)
  expect(one.transcript).toEqual(transcript)
  expect(two.model.requests.length).toBe(before)
  expect(await two.request('conversation.open', { conversationId: ID })).toMatchObject(SET_ASIDE)
  expect(two.registry.rows.all()).toMatchObject([{ id: ID, activity: 'setAside' }])
  expect(two.warnings).toEqual([WARNING])
  two.create('other')
  expect(two.registry.get('other' as ConversationId)?.current.type).toBe('idle')
  await answered(one, 'Three')
  expect(one.transcript.slice(-2)).toEqual(['user: Three', 'agent: Answer to Three'])
})

test('R29 tried again, the second writer continues from what the first has written, and the first is refused', async () => {
  const [one, two] = twoWriters()
  await answered(one, 'One')
  await sent(two, 'Two')
  await two.request('conversation.recover', { conversationId: ID })
  await answered(two, 'Two')
  expect(two.transcript).toEqual([
    'user: One',
    'agent: Answer to One',
    'user: Two',
    'agent: Answer to Two',
  ])
  expect(JSON.stringify(two.model.requests.at(-1))).toContain('Answer to One')
  expect(await sent(one, 'Three')).toMatchObject(SET_ASIDE)
})

test('R29 work of the second writer is stopped, and what it reports is not written', async () => {
  const [one, two] = twoWriters()
  await two.send('Go')
  two.model.last.callBash('sleep 9')
  await two.time.settle()
  const { signal } = two.tools.last.run
  // The other program starts, and closes the turn as interrupted.
  const other = new World(one.store, new ManualTime(), { isRestart: true })
  const { transcript } = other
  expect(two.cancel()).toEqual({ type: 'failed', fault: 'overtaken' })
  two.tools.last.finish('slept')
  await two.time.settle()
  expect(signal.aborted).toBe(true)
  expect(two.ended).toEqual([`jobs of ${ID}`])
  expect(other.transcript).toEqual(transcript)
  expect(two.warnings).toEqual([WARNING])
})

test('R29 the next start opens it as usual', async () => {
  const [one, two] = twoWriters()
  await answered(one, 'One')
  await sent(two, 'Two')
  const again = new World(one.store, new ManualTime(), { isRestart: true })
  expect(again.registry.isSetAside(ID)).toBe(false)
  await answered(again, 'Two')
  expect(again.transcript.at(-1)).toBe('agent: Answer to Two')
})

test('R29 a parent goes on without a sub-agent that another program wrote to', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.spawn('One')
  await world.time.settle()
  const id = world.children[0]?.record.stored.id ?? ID
  const kept = world.store.records.get(id)
  const [row] = kept?.rows ?? []
  if (row !== undefined) kept?.rows.push({ ...row, id: 'theirs', seq: 99 })
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting' })
  expect(world.transcript.join('\n')).toContain('another program wrote to its conversation')
})
