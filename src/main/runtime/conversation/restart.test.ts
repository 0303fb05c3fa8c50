import { expect, test } from 'vitest'
import { buildRequest } from '../../core/request/build-request.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { validateRequest } from '../../core/request/validate-request.ts'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { child, delegating, idOf, submit } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const FRAME = { endpoint: 'anthropic', model: 'claude-test', system: 'Be brief.', tools: [] }

async function world(change: Partial<ReturnType<typeof testContext>> = {}): Promise<World> {
  const made = new World(undefined, undefined, { context: { ...testContext(), ...change } })
  await made.send('Go')
  return made
}

async function running(...commands: readonly string[]): Promise<World> {
  const made = await world()
  made.model.last.callBash(...commands)
  await made.time.settle()
  return made
}

/** Each busy state, some in more than one of its forms, as the app dies in it. */
const BUSY: readonly (readonly [string, ConversationState['type'], () => Promise<World>])[] = [
  [
    'a message that waits for others',
    'awaitingLlm',
    () => world({ busyPolicy: 'interrupt', debounceMs: 100 }),
  ],
  ['a request that is being made', 'llmRequesting', () => world()],
  [
    'an answer that streams',
    'llmRequesting',
    async () => {
      const made = await world()
      made.model.last.call.onStarted()
      made.model.last.call.onDelta('text', 'Half an ans')
      await made.time.settle()
      return made
    },
  ],
  [
    'a wait before the next try',
    'llmRequesting',
    async () => {
      const made = await world()
      made.model.last.fail('overloaded')
      await made.time.settle()
      return made
    },
  ],
  [
    'a question',
    'awaitingApproval',
    async () => {
      const made = await world({ permissionMode: 'ask' })
      made.model.last.callBash('one', 'two')
      await made.time.settle()
      return made
    },
  ],
  [
    'a question to the person',
    'awaitingAnswer',
    async () => {
      const made = new World()
      await made.send('Go')
      made.model.last.askUser('Which?', 'make')
      await made.time.settle()
      return made
    },
  ],
  [
    'the second of three commands',
    'toolExecuting',
    async () => {
      const made = await running('one', 'two', 'three')
      made.tools.last.finish('1')
      await made.time.settle()
      return made
    },
  ],
  [
    'sub-agents, one of them done',
    'awaitingSubAgents',
    async () => {
      const made = await delegating('One', 'Two', 'Three')
      await submit(made, child(made, 0), 'First done')
      made.model.lastOf(idOf(child(made, 0))).callBash('make')
      await made.time.settle()
      return made
    },
  ],
  [
    'a Stop that waits for a command',
    'cancelling',
    async () => {
      const made = await running('one', 'two')
      made.cancel()
      return made
    },
  ],
  [
    'a message that waits for a command to end',
    'cancelling',
    async () => {
      const made = await running('one', 'two')
      made.sendNow('Rather this', 'm-next', 'interrupt')
      return made
    },
  ],
]

/** What stands in the store of every conversation, sub-agents too. */
function onDisk({ store }: World): string {
  return JSON.stringify(
    [...store.records].map(([id, { messages, state }]) => [id, messages, state]),
  )
}

/** Every conversation rests, each call has one result, and the history makes a valid request. */
function checkKept({ store }: World): void {
  for (const [id, { parent, messages }] of store.records) {
    const state = store.conversation(id)?.state
    expect(state?.type).toMatch(parent === null ? /^idle$/ : /^(completed|failed)$/)
    const calls = messages.flatMap(({ content }) =>
      content.type === 'agent' ? content.blocks.filter((block) => block.type === 'toolCall') : [],
    )
    const results = messages.flatMap(({ content }) =>
      content.type === 'tool' ? [content.callId] : [],
    )
    expect(new Set(results).size).toBe(results.length)
    expect(results).toHaveLength(calls.length)
    const request = buildRequest(messages, FRAME)
    expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
  }
}

// covers D-75
test.each(BUSY)(
  'T65 a restart during %s: at rest, history valid, nothing running, each call repaired once',
  async (_, type, make) => {
    const before = await make()
    expect(before.state.type).toBe(type)
    const again = before.restart()
    await again.time.advance(24 * 60 * 60_000)
    expect(again.state.type).toBe('idle')
    expect([again.model.requests, again.tools.runs]).toEqual([[], []])
    checkKept(again)
    const repaired = onDisk(again)
    const twice = again.restart()
    await twice.time.settle()
    expect(onDisk(twice)).toBe(repaired)
    expect(await twice.send('Still there?')).toEqual({ type: 'accepted' })
    await twice.time.advance(500)
    expect(twice.model.requests.map(({ call }) => call.conversationId)).toEqual([ID])
  },
)

// covers D-72 D-36
test.each(BUSY)(
  'T65 a cancel during %s: at rest, history valid, nothing running, and the next message is answered',
  async (_, type, make) => {
    const made = await make()
    expect(made.state.type).toBe(type)
    made.cancel()
    await made.time.advance(1_100)
    expect(made.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
    expect(made.model.open).toEqual([])
    expect(made.tools.runs.at(-1)?.stopReason).not.toBeNull()
    checkKept(made)
    expect(await made.send('Still there?')).toEqual({ type: 'accepted' })
    await made.time.advance(500)
    expect(made.state.type).toBe('llmRequesting')
  },
)

test('T65 the states tried are all that are busy', () => {
  const tried = new Set(BUSY.map(([, type]) => type))
  const busy: Readonly<Record<ConversationState['type'], boolean>> = {
    idle: false,
    awaitingLlm: true,
    llmRequesting: true,
    awaitingApproval: true,
    awaitingAnswer: true,
    toolExecuting: true,
    awaitingSubAgents: true,
    cancelling: true,
    contextExhausted: false,
    error: false,
    completed: false,
    failed: false,
  }
  for (const [type, isBusy] of Object.entries(busy)) {
    expect(tried.has(type as ConversationState['type']), type).toBe(isBusy)
  }
})
