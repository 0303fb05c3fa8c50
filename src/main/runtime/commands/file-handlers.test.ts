import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** What the images port takes for a text begins with a T. */
function worldWith(text: string): World {
  const world = new World()
  world.folderFiles.read = (folder, name) => {
    return Promise.resolve({ path: `${folder}/${name}`, name, bytes: Buffer.from(text) })
  }
  return world
}

const attach = (world: World, path: string) =>
  world.request('files.attach', { conversationId: ID, path })

test('a text file of the folder is included in the message that names it, with its path in the folder', async () => {
  const world = worldWith('The text')
  const answer = await attach(world, 'src/app.ts')
  if (!answer.ok || answer.value.attachment === null) throw new Error('nothing is attached')
  const { attachment } = answer.value
  expect(attachment).toMatchObject({ name: 'src/app.ts', path: '/work/src/app.ts', bytes: 8 })
  expect([...world.attached.files.keys()]).toEqual([])
  const message = { conversationId: ID, messageId: 'm-1' as MessageId, text: '@src/app.ts' }
  await world.request('message.send', { ...message, attachments: [attachment], mode: 'policy' })
  await world.time.settle()
  const asked = JSON.stringify(world.model.last.call.request.messages)
  expect(asked).toContain('kept at /work/src/app.ts. Its text:')
  expect(asked).toContain('The text')
})

test('a file that is not text, or cannot be read, is named only by its path', async () => {
  expect(await attach(worldWith('F is a zip'), 'a.zip')).toEqual(ok({ attachment: null }))
  expect(await attach(worldWith('I is an image'), 'a.png')).toEqual(ok({ attachment: null }))
  expect(await attach(new World(), 'gone')).toEqual(ok({ attachment: null }))
})

test('files are searched in the folder of the conversation, and a newer search ends the older', async () => {
  const world = new World()
  const signals: AbortSignal[] = []
  world.folderFiles.find = (folder, text, signal) => {
    signals.push(signal)
    return Promise.resolve(ok({ paths: [`${folder}/${text}`], isCut: text === 'a' }))
  }
  const find = (text: string) => world.request('files.find', { conversationId: ID, text })
  expect(await find('a')).toEqual(ok({ paths: ['/work/a'], isCut: true }))
  await find('b')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  world.folderFiles.find = () => Promise.resolve(failed('It is full of holes.'))
  const message = 'The files of the folder can’t be listed. It is full of holes.'
  const error = { code: 'folderNotReadable', message }
  expect(await find('c')).toMatchObject({ ok: false, error })
  world.folderFiles.list = () => Promise.resolve(failed('It is full of holes.'))
  const list = () => world.request('folder.list', { conversationId: ID, under: '' })
  expect(await list()).toMatchObject({ ok: false, error })
  world.folderFiles.list = () => Promise.resolve(ok({ entries: [], isCut: true }))
  expect(await list()).toEqual(ok({ entries: [], isCut: true }))
})

test('commands of the folder of the conversation are listed', async () => {
  const world = new World()
  const command = {
    name: 'review',
    description: '',
    argumentHint: '',
    isAllowed: true,
    template: 'Review it',
    origin: 'folder',
  } as const
  world.folderFiles.commands = (folder) => Promise.resolve(folder === '/work' ? [command] : [])
  const answer = await world.request('files.commands', { conversationId: ID })
  expect(answer).toEqual(ok({ commands: [command] }))
})

test('what the paths of a message lead to is said in their order', async () => {
  const world = new World()
  world.folderFiles.kindOf = (folder, path) =>
    Promise.resolve(folder === '/work' && path === 'src/' ? 'folder' : 'missing')
  const answer = await world.request('files.named', { conversationId: ID, paths: ['a', 'src/'] })
  expect(answer).toEqual(ok({ kinds: ['missing', 'folder'] }))
})
