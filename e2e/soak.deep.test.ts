import { afterEach, beforeEach, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import { descendantsOf } from '../bench/descendants.ts'
import { residentMegabytes } from '../bench/process-cost.ts'
import { variedTexts } from '../bench/varied-texts.ts'
import { procTable } from '../src/main/adapters/processes/tree/process-table.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from './fake-model-server/fake-model-server.ts'
import { bash, text } from './fake-model-server/parts.ts'
import { message } from './fake-model-server/replies.ts'
import { freshFolder, Host } from './support/host.ts'
import { INSPECTED, Inspector } from './inside/inspector.ts'

/** In the first half, the program still warms up. */
const TURNS = 40
/** Calls per turn. */
const CALLS = 25
/** The most by which the second half of the turns may rise (MB): half a kilobyte per call. */
const MOST_HEAP = 0.25
/** Includes a thread that may work on the store meanwhile. */
const MOST_RESIDENT = 32

const { lines, prose } = variedTexts()
let model: FakeModelServer
let said = 0
let isSummary = false
beforeEach(async () => {
  said = 0
  model = await startFakeModelServer({ remember: 3 })
  model.respond(() => {
    if (isSummary) return message([text(prose(said, 50))])
    said += 1
    const words = text(prose(said, 20))
    if (said % (CALLS + 1) === 0) return message([words])
    return message([words, bash(`echo '${lines(said, 30)}'`)])
  })
})
afterEach(() => model.close())

type Turn = (client: BenchClient, ask: (id: ConversationId) => Promise<void>) => Promise<void>

/** All turns in one conversation, which is summarised after each. */
function inOne(): Turn {
  let id: ConversationId | null = null
  return async (client, ask) => {
    id ??= await client.newConversation(freshFolder('work'))
    await ask(id)
    isSummary = true
    const idle = client.untilIdle()
    await client.request('turn.compact', { conversationId: id })
    await idle
    isSummary = false
  }
}

/** Each turn in a separate conversation, which is closed afterwards. */
function inMany(): Turn {
  return async (client, ask) => {
    const conversationId = await client.newConversation(freshFolder('work'))
    await ask(conversationId)
    await client.request('conversation.leave', { conversationId })
  }
}

/** The rise from the beginning to the end of the last half, by least squares. */
function riseOf(all: readonly number[]): number {
  const half = all.slice(-Math.ceil(all.length / 2))
  const middle = (half.length - 1) / 2
  const mean = half.reduce((sum, each) => sum + each, 0) / half.length
  const over = half.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0)
  const under = half.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return (over / under) * (half.length - 1)
}

function shown(all: readonly number[]): string {
  return all.map((each) => each.toFixed(1)).join(' ')
}

test.runIf(process.platform === 'linux').each([
  ['one conversation', inOne],
  ['many conversations', inMany],
])(
  'R25: 500 more tool calls in %s leave memory and processes of the host as they were',
  async (_, begin) => {
    const environment = {
      ...INSPECTED,
      ANTHROPIC_API_KEY: model.key,
      ANTHROPIC_BASE_URL: model.url,
      PHOENIX_SANDBOX: 'off',
    }
    const host = await Host.start({ environment })
    const client = await BenchClient.connect(host.address)
    const inspector = await Inspector.connect(host)
    const turn = begin()
    const [heap, resident]: [number[], number[]] = [[], []]
    const processes = (): number => descendantsOf(host.pid, procTable.rows()).length
    let first = 0
    for (let count = 1; count <= TURNS; count++) {
      await turn(client, async (id) => {
        const idle = client.untilIdle()
        await client.send(id, prose(count, 25))
        await idle
      })
      // The process host starts with the first commands.
      if (count === 2) first = processes()
      if (count > 2) await expect.poll(processes).toBe(first)
      heap.push(await inspector.heldMegabytes())
      resident.push(residentMegabytes(host.pid))
    }
    inspector.close()
    client.close()
    await host.stop()
    console.info(`heap ${shown(heap)}; resident ${shown(resident)}; processes ${first}`)
    expect(said).toBe(TURNS * (CALLS + 1))
    expect(riseOf(heap)).toBeLessThan(MOST_HEAP)
    expect(riseOf(resident)).toBeLessThan(MOST_RESIDENT)
  },
  600_000,
)
