import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ConversationId } from '../src/shared/ids.ts'
import { BenchClient } from '../bench/client.ts'
import { CommandScene, eventsOf } from './command-scene.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { expectNone, uniqueSleep } from './support/unique-sleep.ts'

const scene = CommandScene.forEach()

test('next to the app, the app does the work through its local socket, and shows it; neither disturbs the other', async () => {
  const app = await scene.app()
  scene.model.enqueue(message([bash('echo $PPID')]), message([text('By you.')]))
  const command = scene.phoenix(['run', 'Who?', '--json', '--permissions', 'auto'])
  expect(await command.left).toBe(0)
  expect(eventsOf(command)[0]).toMatchObject({ host: 'running' })
  expect(statSync(join(scene.dataFolder, 'phoenix.sock')).mode & 0o777).toBe(0o600)
  expect(await scene.outOf('doctor')).toContain('Phoenix is running with this data folder')
  await app.stop()
  expect(await scene.outOf('list')).toContain('Who?')
})

test('a message that is refused because the agent works changes neither its model nor its permissions', async () => {
  scene.model.enqueue(message([bash(uniqueSleep())]), message([text('Again.')]))
  const first = scene.phoenix(['run', 'Wait', '--permissions', 'auto'])
  await first.says('bash: sleep')
  const [id = ''] = (await scene.outOf('list')).split('\t')
  const wanted = ['--model', 'claude-haiku-4-5', '--permissions', 'readOnly']
  const refused = scene.phoenix(['run', 'Go', '--resume', id, ...wanted])
  expect([await refused.left, refused.err]).toEqual([
    1,
    expect.stringContaining('Nothing was sent'),
  ])
  first.child.kill('SIGINT')
  expect(await first.left).toBe(130)
  const next = scene.phoenix(['run', 'Go', '--resume', id, '--json'])
  expect(await next.left).toBe(0)
  expect(eventsOf(next)[0]).toMatchObject({ model: 'claude-sonnet-5-5', permissions: 'auto' })
})

test('if its conversation is deleted in the app during the work, the command says so and ends', async () => {
  const app = await scene.app()
  const client = await BenchClient.connect(app.address)
  const sleep = uniqueSleep()
  scene.model.enqueue(message([bash(sleep)]))
  const command = scene.phoenix(['run', 'Wait', '--permissions', 'auto'])
  await command.says('bash: sleep')
  const [row] = (await client.request('app.open', {})).conversations
  await client.request('conversation.delete', { conversationId: row?.id as ConversationId })
  client.close()
  expect(await command.left).toBe(1)
  expect(command.err).toContain('This conversation was deleted.')
  await expectNone(sleep)
})

test('if the host dies during the work, the command says so and ends', async () => {
  const app = await scene.app()
  const sleep = uniqueSleep()
  scene.model.enqueue(message([bash(sleep)]))
  const command = scene.phoenix(['run', 'Wait', '--permissions', 'auto'])
  await command.says('bash: sleep')
  await app.kill()
  expect(await command.left).toBe(1)
  expect(command.err).toContain('Phoenix ended the connection while it was working')
  await expectNone(sleep)
})

test('several at once: one does the work for all, and ends when the last of them has left', async () => {
  const sleep = uniqueSleep()
  scene.model.respond((body) =>
    JSON.stringify(body).includes('Slow')
      ? JSON.stringify(body).includes('tool_result')
        ? message([text('Slowly done.')])
        : message([bash(`${sleep} & sleep 3; kill %1`)])
      : message([text('Quickly done.')]),
  )
  const quick = scene.phoenix(['run', 'Quick'])
  const slow = scene.phoenix(['run', 'Slow', '--permissions', 'auto'])
  const lists = [scene.phoenix(['list']), scene.phoenix(['list'])]
  for (const command of [quick, slow, ...lists])
    expect([await command.left, command.err]).toEqual([0, expect.any(String)])
  expect([quick.out, slow.out]).toEqual(['Quickly done.\n', 'Slowly done.\n'])
  await expectNone(sleep)
})

test('a foreign file in place of the socket is not contacted', async () => {
  writeFileSync(join(scene.dataFolder, 'phoenix.sock'), 'a file')
  scene.model.enqueue(message([text('Alone.')]))
  const command = scene.phoenix(['run', 'Go'])
  expect([await command.left, command.out]).toEqual([0, 'Alone.\n'])
})
