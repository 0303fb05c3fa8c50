import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BenchClient } from '../bench/client.ts'
import {
  type FakeModelServer,
  startFakeModelServer,
} from '../e2e/fake-model-server/fake-model-server.ts'
import { bash, spawn, submit, text } from '../e2e/fake-model-server/parts.ts'
import { message } from '../e2e/fake-model-server/replies.ts'
import type { Reply } from '../e2e/fake-model-server/reply.ts'
import { freshFolder, Host } from '../e2e/support/host.ts'
import type { ClientEvent } from '../src/shared/protocol/events.ts'
import type { ConversationId, MessageId } from '../src/shared/ids.ts'
import { activityOf } from '../src/shared/conversation/conversation.ts'
import { unansweredIn } from '../src/shared/conversation/state-view.ts'

/**
 * Tried: a script of 200 events (answers, commands, sub-agents, an approval, renaming, archiving, deletion), and kill
 * -9 of the real host after each of them. Holds: the next start serves a list in which nothing works, every row matches
 * its conversation, and every acknowledged message is there.
 */
const EVENTS = 200

let model: FakeModelServer
let folder: string
beforeAll(async () => {
  folder = freshFolder('work')
  model = await startFakeModelServer()
  model.respond(({ messages }) => replyTo(JSON.stringify((messages as unknown[]).at(-1))))
})
afterAll(async () => {
  await model.close()
  rmSync(folder, { recursive: true, force: true })
})

function replyTo(last: string): Reply {
  if (last.includes('"tool_result"')) return message([text('Done.')])
  if (last.includes('Run')) return message([bash('echo one'), bash('echo two')])
  if (last.includes('Delegate')) return message([spawn('Part one', 'Part two')])
  if (last.includes('Part')) return message([submit('It is so.')])
  return message([text('word '.repeat(40), 4)])
}

/** One life of a host: the script, until it is killed. */
class Life {
  /** The conversations created, and the messages acknowledged in each. */
  readonly acknowledged = new Map<ConversationId, MessageId[]>()
  readonly deleted = new Set<ConversationId>()
  readonly #client: BenchClient

  constructor(client: BenchClient) {
    this.#client = client
  }

  /** Runs round after round until a kill ends it with an error. */
  async run(): Promise<never> {
    for (let round = 1; ; round++) {
      const first = await this.#create('auto')
      await this.#turn(first, 'Hello')
      await this.#turn(first, 'Run something')
      await this.#turn(first, 'Delegate it')
      await this.#client.request('conversation.rename', {
        conversationId: first,
        title: `Round ${round}`,
      })
      await this.#client.request('conversation.archive', {
        conversationId: first,
        isArchived: true,
      })
      await this.#turn(first, 'Hello again')
      const asking = await this.#create('ask')
      await this.#approved(asking)
      const doomed = await this.#create('auto')
      await this.#send(doomed, 'Run something')
      await this.#client.request('conversation.delete', { conversationId: doomed })
      this.deleted.add(doomed)
    }
  }

  async #create(permissionMode: 'auto' | 'ask'): Promise<ConversationId> {
    const conversationId = randomUUID() as string as ConversationId
    await this.#client.request('conversation.create', { conversationId, folder, permissionMode })
    await this.#client.request('conversation.open', { conversationId })
    return conversationId
  }

  async #send(conversationId: ConversationId, words: string): Promise<void> {
    const messageId = randomUUID() as string as MessageId
    const sent = {
      conversationId,
      messageId,
      text: words,
      attachments: [],
      mode: 'policy',
    } as const
    await this.#client.request('message.send', sent)
    this.acknowledged.set(conversationId, [
      ...(this.acknowledged.get(conversationId) ?? []),
      messageId,
    ])
  }

  async #turn(id: ConversationId, words: string): Promise<void> {
    const rests = this.#client.next(
      'conversation.stepped',
      ({ conversationId, state }) => conversationId === id && state.type === 'idle',
    )
    await this.#send(id, words)
    await rests
  }

  /** A turn with two calls, each allowed by a person. */
  async #approved(conversationId: ConversationId): Promise<void> {
    const asks = this.#client.next(
      'conversation.stepped',
      (event) => event.conversationId === conversationId && event.state.type === 'awaitingApproval',
    )
    const turn = this.#turn(conversationId, 'Run something')
    const { state } = await asks
    const calls = state.type === 'awaitingApproval' ? unansweredIn(state) : []
    const callIds = calls.map(({ callId }) => callId)
    await this.#client.request('approval.answer', {
      conversationId,
      callIds,
      answer: { type: 'once' },
    })
    await turn
  }
}

function isLasting({ type }: ClientEvent): boolean {
  return type === 'conversation.stepped' || type === 'list.changed' || type === 'list.removed'
}

/** What the script must have reached by its last event: each of these is a moment of a kill. */
const MOMENTS = [
  'list.changed',
  'list.removed',
  'idle',
  'llmRequesting',
  'toolExecuting',
  'awaitingSubAgents',
  'awaitingApproval',
]

function momentOf(event: ClientEvent): string {
  return event.type === 'conversation.stepped' ? event.state.type : event.type
}

/** Resolves after this many events about something lasting, with the last one's moment. */
function afterEvents(client: BenchClient, count: number): Promise<string> {
  return new Promise((resolve) => {
    let seen = 0
    client.hear((event) => {
      if (isLasting(event) && ++seen === count) resolve(momentOf(event))
    })
  })
}

test(`R1 kill -9 after each of ${EVENTS} events: at the next start nothing is running, and everything is there`, async () => {
  const environment = { ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.url }
  const struck: string[] = []
  for (let count = 1; count <= EVENTS; count++) {
    const dataFolder = freshFolder('event')
    const host = await Host.start({ environment, dataFolder })
    const client = await BenchClient.connect(host.address)
    await client.request('app.open', {})
    const life = new Life(client)
    const moment = afterEvents(client, count)
    // A request that the kill cuts off is never answered.
    void life.run()
    struck.push(await moment)
    await host.kill()
    const next = await Host.start({ environment, dataFolder })
    await expectWhole(await BenchClient.connect(next.address), life, count)
    await next.kill()
    for (const made of [dataFolder, `${dataFolder}-cache`])
      rmSync(made, { recursive: true, force: true })
  }
  expect(struck).toEqual(expect.arrayContaining(MOMENTS))
}, 3_600_000)

async function expectWhole(client: BenchClient, life: Life, count: number): Promise<void> {
  const { conversations } = await client.request('app.open', {})
  const rows = new Map(conversations.map((row) => [row.id, row]))
  // A conversation whose turn the kill interrupted offers to continue it.
  for (const { activity } of conversations) expect(['idle', 'unfinished']).toContain(activity)
  for (const [id, messages] of life.acknowledged) {
    const row = rows.get(id)
    // Its deletion may or may not have been stored when the kill came.
    if (row === undefined && life.deleted.has(id)) continue
    const opened = await client.request('conversation.open', { conversationId: id })
    expect([count, opened.state.type]).toEqual([count, 'idle'])
    expect([count, activityOf(opened)]).toEqual([count, row?.activity])
    expect([count, opened.messages.map((each) => each.id)]).toEqual([
      count,
      expect.arrayContaining(messages),
    ])
  }
  client.close()
}
