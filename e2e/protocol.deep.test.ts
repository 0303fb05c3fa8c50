import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startFakeModelServer } from './fake-model-server/fake-model-server.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'

test('the example of docs/protocol.md talks to a running host', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/protocol.md'), 'utf8')
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const file = join(freshFolder('tool'), 'hello.mjs')
  writeFileSync(file, code)
  const model = await startFakeModelServer()
  const dataFolder = freshFolder('data')
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const host = await Host.start({ dataFolder, environment })
  try {
    model.enqueue(message([text('Good morning.', 3)]))
    const args = [file, dataFolder, freshFolder('work')]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 })
    expect(stdout).toBe('Good morning.\n')
  } finally {
    await host.stop()
    await model.close()
  }
})
