import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { startFakeModelServer } from '../e2e/fake-model-server/fake-model-server.ts'
import { bash, text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import { startHeartbeat, HEARTBEAT, expectFastStops, stopHeartbeat } from './heartbeat.fixture.ts'

const TRIES = 20

test(`R22 another program that holds the database delays no Stop: ${TRIES} commands`, async () => {
  const model = await startFakeModelServer()
  onTestFinished(() => model.close())
  model.respond(({ messages }) =>
    message(
      JSON.stringify((messages as readonly unknown[]).at(-1)).includes('Beat')
        ? [bash(HEARTBEAT)]
        : [text('On.')],
    ),
  )
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const dataFolder = freshFolder('data')
  const host = await Host.start({ dataFolder, environment })
  onTestFinished(() => host.stop())
  const { origin, token } = await BenchClient.tokenOf(host.address)
  const client = await BenchClient.connectWith(origin, token)
  const beating = []
  for (let n = 0; n < TRIES; n++) beating.push(await startHeartbeat(client))
  const other = new Database(join(dataFolder, 'phoenix.db'))
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  const lasted: number[] = []
  for (const each of beating) lasted.push(await stopHeartbeat(client, each))
  other.exec('ROLLBACK')
  expectFastStops(lasted)
  // Steps that could not be saved are saved with the next message.
  for (const { id } of beating) {
    const idle = client.untilIdle()
    await client.send(id, 'Go on')
    await idle
  }
  const { differences } = await client.request('history.verify', { after: null })
  expect(differences).toEqual([])
  client.close()
})
