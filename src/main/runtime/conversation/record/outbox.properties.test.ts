import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../../shared/ids.ts'
import type { WaitingMessage } from '../../../../shared/messages/waiting.ts'
import { byTier } from '../../../../shared/testing/by-tier.ts'
import { ManualTime } from '../../fakes/manual-time.ts'
import { World } from '../../fakes/world.ts'

const ID = 'c1' as ConversationId

/** People put messages and stop, the model and the tools do their work, the disk and the app fail: in any order. */
const ACTS = {
  put: (life: OutboxLife, pick: number) => life.put(pick % 2 === 0 ? 'idle' : 'nextStep'),
  putAgain: (life: OutboxLife, pick: number) => life.putAgain(pick),
  send: (life: OutboxLife, pick: number) =>
    life.send(pick, pick % 2 === 0 ? 'policy' : 'interrupt'),
  say: ({ world }: OutboxLife, pick: number) => void world.sendNow(`said ${pick}`),
  stop: ({ world }: OutboxLife) => void world.cancel(),
  answer: ({ world }: OutboxLife) => world.model.open.at(-1)?.replyText('Done'),
  call: ({ world }: OutboxLife, pick: number) => world.model.open.at(-1)?.callBash(`run ${pick}`),
  finish: ({ world }: OutboxLife) => world.tools.runs.at(-1)?.finish('ok'),
  fail: ({ world }: OutboxLife) => world.model.open.at(-1)?.fail('auth'),
  breakDisk: ({ world }: OutboxLife) => void (world.store.failing = 'full'),
  healDisk: ({ world }: OutboxLife) => void (world.store.failing = null),
  crash: (life: OutboxLife) => life.crash(),
} as const
type ActName = keyof typeof ACTS
const NAMES: readonly ActName[] = [
  ...(Object.keys(ACTS) as ActName[]),
  ...(['put', 'put', 'answer', 'call', 'finish', 'healDisk'] as const),
]

const RELEASING: ReadonlySet<ActName> = new Set(['send', 'putAgain'])

class OutboxLife {
  world = new World()
  /** In the order in which their putting was answered with ok. */
  readonly acknowledged: WaitingMessage[] = []
  #count = 0

  async put(when: WaitingMessage['when']): Promise<void> {
    const id = `w${this.#count++}` as MessageId
    await this.#request({ id, text: id, attachments: [], when })
  }

  /** A client that did not hear of the answer. */
  async putAgain(pick: number): Promise<void> {
    const message = this.acknowledged[pick % Math.max(1, this.acknowledged.length)]
    if (message !== undefined) await this.#request(message)
  }

  async send(pick: number, mode: 'policy' | 'interrupt'): Promise<void> {
    const waiting = this.world.store.waiting(ID)
    const messageId = waiting[pick % Math.max(1, waiting.length)]?.id
    if (messageId === undefined) return
    await this.world.request('outbox.send', { conversationId: ID, messageId, mode })
  }

  crash(): void {
    const { store } = this.world
    store.failing = null
    this.world = new World(store, new ManualTime(), { isRestart: true })
  }

  async #request(message: WaitingMessage): Promise<void> {
    const put = await this.world.request('outbox.put', { conversationId: ID, message })
    if (put.ok && !this.acknowledged.includes(message)) this.acknowledged.push(message)
  }
}

const anyActs = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    pick: fc.nat({ max: 1_000 }),
    settles: fc.boolean(),
  }),
  { minLength: 5, maxLength: 50 },
)

test('R13 whatever happens, an added message either waits or was sent once; none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(anyActs, async (acts) => {
      const life = new OutboxLife()
      for (const { name, pick, settles } of acts) {
        await ACTS[name](life, pick)
        if (settles) await life.world.time.settle()
      }
      await life.world.time.settle()
      const { store } = life.world
      const waiting = store.waiting(ID).map(({ id }) => id)
      const sent = store.history(ID).map(({ id }) => id)
      for (const { id } of life.acknowledged) {
        expect([...waiting, ...sent].filter((each) => each === id)).toEqual([id])
      }
    }),
    { numRuns: byTier(300, 1_000) },
  )
})

test('R13 unless someone sends ahead or releases, messages that are not held keep their order', async () => {
  const acts = anyActs.map((all) => all.filter(({ name }) => !RELEASING.has(name)))
  await fc.assert(
    fc.asyncProperty(acts, async (done) => {
      const life = new OutboxLife()
      for (const { name, pick, settles } of done) {
        await ACTS[name](life, name === 'put' ? 0 : pick)
        if (settles) await life.world.time.settle()
      }
      await life.world.time.settle()
      const order = life.acknowledged.map(({ id }) => id)
      const { store } = life.world
      const sent = store.history(ID).flatMap(({ id }) => (order.includes(id) ? [id] : []))
      const all = store.waiting(ID)
      const held = all.flatMap(({ id, when }) => (when === 'held' ? [id] : []))
      const waiting = all.flatMap(({ id, when }) => (when === 'held' ? [] : [id]))
      expect([...sent, ...waiting]).toEqual(order.filter((id) => !held.includes(id)))
      expect(held).toEqual(order.filter((id) => held.includes(id)))
    }),
    { numRuns: byTier(300, 1_000) },
  )
})
