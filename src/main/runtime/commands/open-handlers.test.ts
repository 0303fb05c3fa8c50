import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { failed, ok } from '../../../shared/result.ts'
import { World } from '../fakes/world.ts'
import type { OpenFile } from '../ports/opener-port.ts'

const ID = 'c1' as ConversationId

const PATCH = '*** Begin Patch\n*** Update File: /srv/app.conf\n@@\n-a\n+b\n*** End Patch'

function call(name: string, value: Readonly<Record<string, unknown>>): Block {
  return { type: 'toolCall', providerCallId: name, name, input: { type: 'object', value } }
}

/** The agent has read one file outside of its folder and patched another. */
async function worldThatNames(): Promise<World> {
  const world = new World()
  await world.send('go')
  const calls = [call('read_file', { path: '/etc/hosts' }), call('apply_patch', { patch: PATCH })]
  world.model.last.reply(calls, 'toolUse')
  await world.time.settle()
  return world
}

test('a click opens the path in the folder of the conversation, and says whether a call has named it', async () => {
  const world = await worldThatNames()
  const files: OpenFile[] = []
  world.opener.openFile = (file) => {
    files.push(file)
    return Promise.resolve(ok(null))
  }
  for (const path of ['/etc/hosts', '/srv/app.conf', '/etc/host', 'conf', 'src/a.ts'])
    await world.request('open.file', { conversationId: ID, path, line: 2 })
  expect(files[0]).toEqual({ folder: '/work', path: '/etc/hosts', line: 2, isNamed: true })
  expect(files.map(({ isNamed }) => isNamed)).toEqual([true, true, false, false, false])
})

test('a path that cannot be opened says why', async () => {
  const world = await worldThatNames()
  world.opener.openFile = () => Promise.resolve(failed('It is not there.'))
  const file = { conversationId: ID, path: 'src/a.ts', line: null }
  expect(await world.request('open.file', file)).toEqual({
    ok: false,
    error: { code: 'fileRefused', message: 'It is not there.' },
  })
})

test('the folder of the conversation opens in the chosen program, and the editor is named', async () => {
  const world = new World()
  const asked: string[] = []
  world.opener.openFolder = (folder, program) => {
    asked.push(`${folder} ${program}`)
    return Promise.resolve(ok(null))
  }
  world.opener.editor = () => Promise.resolve(ok('Zed'))
  expect(await world.request('open.folder', { conversationId: ID, program: 'terminal' })).toEqual(
    ok({}),
  )
  expect(asked).toEqual(['/work terminal'])
  expect(await world.request('open.editor', {})).toEqual(ok({ name: 'Zed' }))
  const none = { conversationId: 'none' as ConversationId, program: 'terminal' } as const
  expect(await world.request('open.folder', none)).toMatchObject({ error: { code: 'notFound' } })
})
