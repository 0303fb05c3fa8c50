import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { Command } from '../../e2e/support/command.ts'
import { text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { startFakeModelServer } from '../../e2e/fake-model-server/fake-model-server.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { Trial } from '../bench.ts'
import { type Figure, median, ms, withGoal } from '../figures.ts'
import { bareStartMs } from '../process-cost.ts'

/** The overhead of `phoenix run`: from its start to the request, and from the answer to the first byte of output. */
export async function measureRun(trial: Trial): Promise<readonly Figure[]> {
  const runs = trial.isShort ? 1 : 9
  const dataFolder = freshFolder('data')
  // The very first start creates the database and reads the program from the disk.
  await timeOfRun(trial, dataFolder)
  const [times, bare]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    bare.push(await bareStartMs())
    times.push(await timeOfRun(trial, dataFolder))
  }
  const value = median(times)
  const what = `phoenix run: start to first byte, without the model's part (median of ${runs})`
  const measured = `${ms(value)}, Node alone ${ms(median(bare))}`
  return [withGoal({ what, value, measured }, 'under 300 ms', value < 300)]
}

/** The model answers at once, so the rest is our own overhead. */
async function timeOfRun(trial: Trial, dataFolder: string): Promise<number> {
  const model = await startFakeModelServer()
  model.respond(() => message([text('Hello.')]))
  const start = performance.now()
  const command = new Command(['run', 'Say hello', '--permissions', 'auto'], {
    dataFolder,
    program: join(dirname(trial.program), 'command-line.js'),
    environment: { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url },
  })
  if (command.child.stdout === null) throw new Error('no output to read')
  await Promise.race([once(command.child.stdout, 'data'), command.left])
  const time = performance.now() - start
  const code = await command.left
  await model.close()
  if (code !== 0) throw new Error(`phoenix run left with ${code}: ${command.err}`)
  return time
}
