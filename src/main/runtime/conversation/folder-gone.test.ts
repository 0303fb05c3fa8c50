import { expect, test } from 'vitest'
import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const FOLDER = '/work'
const M9 = 'm9' as MessageId

function folderReports(world: World): readonly boolean[] {
  return world.events
    .filter((event): event is ClientEventOf<'conversation.folder'> => {
      return event.type === 'conversation.folder'
    })
    .map(({ isGone }) => isGone)
}

async function open(world: World): Promise<unknown> {
  const opened = await world.request('conversation.open', { conversationId: ID })
  await world.time.settle()
  return opened
}

test('no turn starts in a missing folder: nothing is requested or stored, and the sender gets a refusal', async () => {
  const world = new World()
  world.instructions.write('Use tabs.')
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  world.knownFolders.missing.add(FOLDER)
  world.instructions.found = null
  const before = [world.model.requests.length, world.store.history(ID).length]
  const sent = await world.request('message.send', {
    conversationId: ID,
    messageId: M9,
    text: 'And on',
    attachments: [],
    mode: 'policy',
  })
  expect(sent).toMatchObject({ ok: false, error: { code: 'folderGone' } })
  expect(await world.request('turn.compact', { conversationId: ID })).toMatchObject({
    ok: false,
    error: { code: 'folderGone' },
  })
  await world.time.settle()
  expect([world.model.requests.length, world.store.history(ID).length]).toEqual(before)
  expect(world.runtime.liveContext.instructions).not.toBeNull()
  expect(folderReports(world)).toEqual([true])
})

test('waiting messages stay where they are when the folder disappears during the turn', async () => {
  const world = new World()
  await world.send('Go')
  await world.putInOutbox('Then this')
  world.knownFolders.missing.add(FOLDER)
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  expect(world.store.waiting(ID)).toHaveLength(1)
  world.knownFolders.missing.delete(FOLDER)
  const [waiting] = world.store.waiting(ID)
  const send = { conversationId: ID, messageId: waiting?.id ?? M9, mode: 'policy' } as const
  expect(await world.request('outbox.send', send)).toMatchObject({ ok: true })
  expect(world.transcript.at(-1)).toBe('user: Then this')
  expect(folderReports(world)).toEqual([true])
})

test('opening a conversation reports the missing folder, and looking again reports that it is back', async () => {
  const world = new World()
  const look = async (): Promise<void> => {
    await world.request('conversation.look', { conversationId: ID, isLooking: true })
    await world.time.settle()
  }
  world.knownFolders.missing.add(FOLDER)
  await open(world)
  expect(await open(world)).toMatchObject({ ok: true, value: { isFolderGone: true } })
  await look()
  world.knownFolders.missing.delete(FOLDER)
  await look()
  await look()
  expect(folderReports(world)).toEqual([true, false])
  expect(await open(world)).toMatchObject({ ok: true, value: { isFolderGone: false } })
})

test('a person says where it is now: rules, prompt and requests are those of the new folder, also after a restart', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  const choose = { conversationId: ID, folder: '/moved' }
  await world.request('conversation.chooseFolder', choose)
  expect(world.store.conversation(ID)?.folder).toBe(FOLDER)
  world.knownFolders.missing.add(FOLDER)
  await open(world)
  const rule = { tool: 'bash', subject: 'make', match: 'exact' } as const
  world.store.rulesOf.set('/moved', [rule])
  expect(await world.request('conversation.chooseFolder', choose)).toMatchObject({ ok: true })
  await world.time.settle()
  expect(folderReports(world).slice(-2)).toEqual([true, false])
  expect(world.runtime.liveContext).toMatchObject({ folder: '/moved', rules: [rule] })
  expect(world.registry.rows.all()).toMatchObject([{ folder: '/moved' }])
  await world.send('On')
  world.model.last.callBash('make')
  await world.time.settle()
  expect(world.tools.last.run.folder).toBe('/moved')
  const again = world.restart()
  expect(again.registry.rows.all()).toMatchObject([{ folder: '/moved' }])
  expect(again.registry.get(ID)?.liveContext.folder).toBe('/moved')
})

test('a busy conversation cannot be moved, and none can be moved to a missing folder', async () => {
  const world = new World()
  await world.send('Go')
  world.knownFolders.missing.add(FOLDER)
  const choose = { conversationId: ID, folder: '/moved' }
  expect(await world.request('conversation.chooseFolder', choose)).toMatchObject({
    ok: false,
    error: { code: 'busy' },
  })
  world.folders.check = () =>
    Promise.resolve({ ok: false, error: { code: 'folderMissing', message: 'There is none.' } })
  expect(await world.request('conversation.chooseFolder', choose)).toMatchObject({
    ok: false,
    error: { code: 'folderMissing' },
  })
})
