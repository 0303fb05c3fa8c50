import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Command } from './support/command.ts'
import { startFakeModelServer } from './fake-model-server/fake-model-server.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder } from './support/host.ts'

test('open shows a file read only, and a redacted export hides keys and the home folder', async () => {
  const model = await startFakeModelServer()
  onTestFinished(() => model.close())
  const dataFolder = freshFolder('data')
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const phoenix = (...args: readonly string[]): Command =>
    new Command(args, { dataFolder, environment })
  const outOf = async (...args: readonly string[]): Promise<string> => {
    const command = phoenix(...args)
    expect([await command.left, command.err]).toEqual([0, expect.any(String)])
    return command.out
  }
  const secret = `sk-ant-${'x1'.repeat(20)}`
  model.enqueue(message([text(`It is ${secret} in ${homedir()}/a.`)]))
  await outOf('run', 'What is the key?')
  const [id = ''] = (await outOf('list')).split('\t')
  const file = join(freshFolder('export'), 'shared.json')
  await outOf('export', id, '--format', 'json', '--redact', '--out', file)
  expect(readFileSync(file, 'utf8')).not.toContain(secret)
  const shown = phoenix('open', file)
  expect(await shown.left).toBe(0)
  expect(shown.out).toContain('It is [hidden] in ~/a.')
  expect(shown.err).toContain('From a file, read-only. To continue it, import it in the app.')
  expect((await outOf('list')).trim().split('\n')).toHaveLength(1)
  writeFileSync(file, '{"hello":"world"}')
  for (const [path, why] of [
    [file, 'Phoenix can’t read this file: it is neither a JSON export from Phoenix nor'],
    ['/nowhere.json', '/nowhere.json could not be read: it does not exist.'],
  ] as const) {
    const refused = phoenix('open', path)
    expect(await refused.left).toBe(1)
    expect(refused.err).toContain(why)
  }
})
