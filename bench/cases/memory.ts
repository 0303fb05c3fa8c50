import { bash, text } from '../../e2e/fake-model-server/parts.ts'
import { message } from '../../e2e/fake-model-server/replies.ts'
import { Inspector } from '../../e2e/inside/inspector.ts'
import { freshFolder } from '../../e2e/support/host.ts'
import type { Trial } from '../bench.ts'
import { type Figure, megabytes, withFloor, withGoal } from '../figures.ts'
import { residentMegabytes } from '../process-cost.ts'
import { Rig } from '../rig.ts'

/** The output of each call. */
const BYTES = 4_000
/** The heap may grow by this multiple of the calls' output. */
const HELD_LIMIT = 2

/**
 * Memory of a host after 50 tool calls in one conversation and after 500. The heap is measured after a full collection.
 * Resident memory also depends on when V8 collects, so it has no goal; `soak.deep.test.ts` asserts both over 1,000
 * calls.
 */
export async function measureMemory(trial: Trial): Promise<readonly Figure[]> {
  const { perMessage, messages } = trial.isShort
    ? { perMessage: 5, messages: 2 }
    : { perMessage: 50, messages: 10 }
  const rig = await Rig.start(trial, { sandbox: 'off', isInspected: true })
  let calls = 0
  let isOver = false
  rig.model.respond(() => {
    isOver = !isOver && calls > 0 && calls % perMessage === 0
    if (isOver) return message([text('Enough for now.')])
    return message([bash(`head -c ${BYTES} /dev/zero | tr '\\0' x # ${++calls}`)])
  })
  const client = await rig.connect()
  const inspector = await Inspector.connect(rig.host)
  const conversation = await client.newConversation(freshFolder('work'))
  const atRest = residentMegabytes(rig.host.pid)
  const resident: number[] = []
  const heap: number[] = []
  for (let each = 1; each <= messages; each++) {
    const idle = client.untilIdle()
    await client.send(conversation, `Go on from ${calls}`)
    await idle
    resident.push(residentMegabytes(rig.host.pid))
    heap.push(await inspector.heldMegabytes())
  }
  inspector.close()
  client.close()
  await rig.end()
  const last = resident.at(-1) ?? Number.NaN
  const held = heap.at(-1) ?? Number.NaN
  const more = held - (heap.at(0) ?? Number.NaN)
  const printed = ((calls - perMessage) * BYTES) / 1024 ** 2
  return [
    withFloor(
      {
        what: `resident memory of the host after ${calls} tool calls`,
        value: last,
        measured: megabytes(last),
      },
      `${megabytes(atRest)} before the first`,
    ),
    withGoal(
      {
        what: `heap of the host after ${calls} tool calls, more than after ${perMessage}`,
        value: more,
        measured: `${more.toFixed(1)} MB of ${megabytes(held)}`,
      },
      `at most ${HELD_LIMIT}x the ${printed.toFixed(1)} MB printed in between`,
      more <= HELD_LIMIT * printed,
    ),
  ]
}
