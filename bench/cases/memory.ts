import { bash, text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { Trial } from '../bench.ts'
import { type Figure, megabytes, withFloor } from '../figures.ts'
import { residentMegabytes } from '../process-cost.ts'
import { Stand } from '../stand.ts'

/** What each call prints. */
const BYTES = 4_000

/** What a host holds after 50 calls of tools in one conversation, and after 500. */
export async function measureMemory(trial: Trial): Promise<readonly Figure[]> {
  const { perMessage, messages } = trial.isShort
    ? { perMessage: 5, messages: 2 }
    : { perMessage: 50, messages: 10 }
  const stand = await Stand.start(trial, { sandbox: 'off' })
  let calls = 0
  let isOver = false
  stand.model.respond(() => {
    isOver = !isOver && calls > 0 && calls % perMessage === 0
    if (isOver) return message([text('Enough for now.')])
    return message([bash(`head -c ${BYTES} /dev/zero | tr '\\0' x # ${++calls}`)])
  })
  const client = await stand.connect()
  const conversation = await client.newConversation(freshFolder('work'))
  const atRest = residentMegabytes(stand.host.pid)
  const held: number[] = []
  for (let each = 1; each <= messages; each++) {
    const idle = client.untilIdle()
    await client.send(conversation, `Go on from ${calls}`)
    await idle
    held.push(residentMegabytes(stand.host.pid))
  }
  client.close()
  await stand.end()
  const first = held.at(0) ?? Number.NaN
  const last = held.at(-1) ?? Number.NaN
  const said = ((calls - perMessage) * BYTES) / 1024 ** 2
  return [
    withFloor(
      {
        what: `memory of the host after ${calls} tool calls`,
        value: last,
        measured: megabytes(last),
      },
      `${megabytes(atRest)} before the first`,
    ),
    withFloor(
      {
        what: `memory of the host after ${calls} tool calls / after ${perMessage}`,
        value: last / first,
        measured: `${(last / first).toFixed(2)} (${megabytes(last - first)} more)`,
      },
      `${megabytes(said)} printed in between`,
    ),
  ]
}
