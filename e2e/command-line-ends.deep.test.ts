import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CommandScene, eventsOf } from './command-scene.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { Command } from './support/command.ts'
import { freshFolder } from './support/host.ts'
import { expectNone, uniqueSleep } from './support/unique-sleep.ts'

const scene = CommandScene.forEach()

test.runIf(process.platform === 'linux')(
  'output that cannot be written is a failure with a sentence, whatever was printed',
  async () => {
    scene.model.enqueue(message([text('Hello.')]), message([text('Lost.')]))
    expect(await scene.phoenix(['run', 'Go']).left).toBe(0)
    const [id = ''] = (await scene.outOf('list')).split('\t')
    const { dataFolder, environment } = scene
    for (const words of ['help', '--version', 'list', `export ${id}`, 'run Go', 'doctor']) {
      const output = openSync('/dev/full', 'w')
      const command = new Command(words.split(' '), { dataFolder, environment, output })
      closeSync(output)
      expect([words, await command.left]).toEqual([words, 1])
      expect(command.err).toContain('The output could not be written: the disk is full.')
    }
  },
)

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops the turn, and the last event has the code with which the command exits',
  async (signal) => {
    for (const host of ['own', 'running']) {
      const app = host === 'running' ? await scene.app() : null
      const sleep = uniqueSleep()
      scene.model.enqueue(message([bash(sleep)]))
      const command = scene.phoenix(['run', 'Wait', '--json', '--permissions', 'auto'])
      await expect.poll(() => command.out).toContain('"callStarted"')
      command.child.kill(signal)
      const code = await command.left
      expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
      expect(eventsOf(command)[0]).toMatchObject({ host })
      expect(eventsOf(command).at(-1)).toMatchObject({
        type: 'ended',
        outcome: 'interrupted',
        exitCode: code,
      })
      await expectNone(sleep)
      await app?.stop()
    }
  },
)

test('a hang-up after the last event does not change the code that the event has', async () => {
  scene.model.enqueue(message([text('Hello.')]))
  const command = scene.phoenix(['run', 'Go', '--json'])
  command.child.stdout?.once('data', () =>
    command.child.stdout?.on('data', () => {
      if (command.out.includes('"ended"')) command.child.kill('SIGHUP')
    }),
  )
  expect(await command.left).toBe(0)
  expect(eventsOf(command).at(-1)).toMatchObject({ type: 'ended', outcome: 'done', exitCode: 0 })
})

test('with --json, a data folder that cannot be used is the last event too', async () => {
  const file = join(freshFolder('data'), 'file')
  writeFileSync(file, '')
  const command = scene.phoenix(['run', 'Go', '--json', '--data', file])
  expect(await command.left).toBe(1)
  expect(eventsOf(command).at(-1)).toMatchObject({
    type: 'ended',
    exitCode: 1,
    message: expect.stringContaining('there is a file where a folder should be'),
  })
})

test('a prompt that is too long is refused before anything is done', async () => {
  const command = scene.phoenix(['run', '-'], 'long '.repeat(200_000))
  expect([await command.left, command.out]).toEqual([2, ''])
  expect(command.err).toBe(
    'The prompt is longer than 524,288 characters. Shorten it, or put it into a file and tell the agent where that is.\n',
  )
})

test('in a folder that no longer exists, a command says so', () => {
  const program = join(import.meta.dirname, '../out/main/command-line.js')
  const inGone = 'cd "$0" && rmdir "$0" && exec "$@"'
  const args = [freshFolder('gone'), process.execPath, program, 'list', '--data', scene.dataFolder]
  const { status, stderr } = spawnSync('bash', ['-c', inGone, ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    'The folder that this terminal is in no longer exists. Change to another one, and run the command again.\n',
  ])
})
