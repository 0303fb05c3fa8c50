import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { killGuardianOf } from '../src/main/adapters/processes/killed-host.fixture.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'
import { processesWith } from './support/processes.ts'
import { AFTER_MS, NO_SANDBOX, expectNone, uniqueSleep } from './support/unique-sleep.ts'

const LIMIT_SECONDS = 3

/** A plain child, a setsid grandchild, one that ignores SIGTERM, a double fork: six sleepers in all. */
const SHAPES = [
  'SLEEP; true',
  '(setsid SLEEP; true) & wait',
  "(trap '' TERM; SLEEP; SLEEP) & wait",
  "(setsid bash -c 'SLEEP & SLEEP' &); SLEEP",
]
const SLEEPING = 6

/** Runs each shape in a separate conversation. Resolves when all six sleep. */
async function runShapes(
  client: BenchClient,
  model: FakeModelServer,
  { sleep, timeoutSeconds = 600 }: { readonly sleep: string; readonly timeoutSeconds?: number },
): Promise<readonly ConversationId[]> {
  const commands = SHAPES.map((shape) => shape.replaceAll('SLEEP', sleep))
  model.respond(() => {
    const command = commands.pop()
    if (command === undefined) return message([text('Done.')])
    return message([{ type: 'toolCall', name: 'bash', input: { command, timeoutSeconds } }])
  })
  const ids = await Promise.all(SHAPES.map(() => client.newConversation(freshFolder('work'))))
  for (const id of ids) await client.send(id, 'Go')
  const isAsleep = (line: string): boolean => line.startsWith(sleep)
  await expect.poll(() => processesWith(sleep).filter(isAsleep)).toHaveLength(SLEEPING)
  return ids
}

/** Adds the note of a killed host's run whose pid now belongs to this process. */
function noteAsRun(pid: number, dataFolder: string): void {
  const runs = join(dataFolder, 'runs')
  const [name = ''] = readdirSync(runs)
  const record = JSON.parse(readFileSync(join(runs, name), 'utf8'))
  const { startTime } = record.process
  const noted = { ...record, workId: 'noted', process: { pid, startTime } }
  writeFileSync(join(runs, 'noted.json'), JSON.stringify(noted))
}

test(
  'R6 after a cancel, a timeout, quit, and kill -9 with the next start, no process of a command survives 2 s, and no stranger with its pid is ended',
  { timeout: 120_000 },
  async () => {
    const model = await startFakeModelServer()
    onTestFinished(() => model.close())
    const environment = {
      ANTHROPIC_API_KEY: model.key,
      ANTHROPIC_BASE_URL: model.url,
      ...NO_SANDBOX,
    }
    const dataFolder = freshFolder('data')
    const start = async (): Promise<Host> => {
      const host = await Host.start({ environment, dataFolder })
      onTestFinished(() => host.stop())
      return host
    }
    const first = await start()
    const client = await BenchClient.connect(first.address)

    const cancelled = uniqueSleep()
    for (const id of await runShapes(client, model, { sleep: cancelled })) client.cancel(id)
    await expectNone(cancelled)

    const late = uniqueSleep()
    await runShapes(client, model, { sleep: late, timeoutSeconds: LIMIT_SECONDS })
    await expectNone(late, LIMIT_SECONDS * 1_000 + AFTER_MS)

    const quit = uniqueSleep()
    await runShapes(client, model, { sleep: quit })
    const left = first.stop()
    await expectNone(quit)
    await left

    const killed = uniqueSleep()
    const second = await start()
    await runShapes(await BenchClient.connect(second.address), model, { sleep: killed })
    // It would end them before the next start does.
    killGuardianOf(second.pid)
    await second.kill()
    const stranger = spawn('sleep', ['4000'])
    try {
      noteAsRun(stranger.pid ?? 0, dataFolder)
      expect(processesWith(killed).length).toBeGreaterThanOrEqual(SLEEPING)
      await start()
      await expectNone(killed)
      expect(stranger.signalCode).toBeNull()
    } finally {
      stranger.kill()
    }
  },
)
