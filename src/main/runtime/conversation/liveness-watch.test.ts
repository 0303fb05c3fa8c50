import { expect, onTestFinished, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { ClientSession } from '../commands/session/client-session.ts'
import { type Fault, onFault } from '../guard.ts'
import { World } from '../fakes/world.ts'

const SECONDS = 10_000

/** As compose.ts does it: whoever hears of a fault tells the registry whose it was. */
function withNet(world: World): readonly Fault[] {
  const faults: Fault[] = []
  const hear = (fault: Fault): void => {
    faults.push(fault)
    if (fault.conversationId !== null) world.registry.faulted(fault.conversationId)
  }
  onTestFinished(onFault(hear))
  return faults
}

/** The next tool asks a person something, and goes on until the test lets it fail. */
function holdAskingTool(world: World): () => void {
  const { promise, reject } = Promise.withResolvers<never>()
  const question = { question: 'Really?', options: [{ label: 'Yes' }], multi_select: false }
  world.tools.run = ({ ask }) => {
    void ask?.('A server', question, new AbortController().signal)
    return promise
  }
  return () => reject(new Error('a bug'))
}

function breaking(): never {
  throw new Error('a bug')
}

test('a client that throws affects neither the conversation nor other clients', async () => {
  const world = new World()
  const faults = withNet(world)
  const broken = new ClientSession(world.registry, breaking)
  broken.follow('c1' as ConversationId, world.runtime)
  await world.send('Go')
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(faults.length).toBeGreaterThan(0)
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
  expect(world.transcript.at(-1)).toContain('Done')
  const shown = world.events.filter(({ type }) => type === 'conversation.stepped')
  expect(shown.length).toBeGreaterThan(2)
})

test('a sender that cannot be answered does not affect the conversation', async () => {
  const world = new World()
  const faults = withNet(world)
  await world.send('Go')
  world.runtime.dispatch({ type: 'cancelRequested', by: 'user' }, breaking)
  expect(world.state.type).toBe('idle')
  expect(faults).toMatchObject([{ where: 'an answer' }])
})

test('a timer that cannot be started is noticed as soon as it would have been due', async () => {
  const world = new World()
  const faults = withNet(world)
  await world.send('Go')
  const start = world.time.start.bind(world.time)
  world.time.start = breaking
  world.model.last.fail('overloaded')
  await world.time.settle()
  world.time.start = start
  expect(faults).toMatchObject([{ where: 'starting a timer' }])
  expect(world.state).toMatchObject({ type: 'llmRequesting', phase: { type: 'backoff' } })
  await world.time.advance(SECONDS)
  expect(world.model.requests).toHaveLength(2)
})

test('a timer that vanishes while the model is silent fires seconds after its time', async () => {
  const world = new World()
  const start = world.time.start.bind(world.time)
  world.time.start = () => () => {}
  await world.send('Go')
  world.time.start = start
  await world.time.advance(30 * 60_000 + 5_000)
  expect(world.model.requests).toHaveLength(1)
  await world.time.advance(SECONDS)
  expect(world.model.requests).toHaveLength(2)
  expect(world.warnings).toContain('a timer did not fire')
})

test('a stop that loses its timer still comes to rest within seconds', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('trap "" TERM')
  await world.time.settle()
  world.time.start = () => () => {}
  world.cancel()
  expect(world.state.type).toBe('cancelling')
  await world.time.advance(SECONDS)
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'userCancel' } })
})

test('a report that loses its turn of the loop is handled within seconds', async () => {
  const world = new World()
  await world.send('Go')
  const soon = world.time.soon.bind(world.time)
  world.time.soon = () => {}
  world.model.last.replyText('Done')
  await world.time.settle()
  world.time.soon = soon
  expect(world.state.type).toBe('llmRequesting')
  await world.time.advance(SECONDS)
  expect(world.state.type).toBe('idle')
  expect(world.transcript.at(-1)).toContain('Done')
})

test('a report that cannot get a turn of the loop is handled within seconds', async () => {
  const world = new World()
  const faults = withNet(world)
  await world.send('Go')
  const soon = world.time.soon.bind(world.time)
  world.time.soon = breaking
  world.model.last.replyText('Done')
  await world.time.settle()
  world.time.soon = soon
  expect(faults).toMatchObject([{ where: 'the turn of a report' }])
  await world.time.advance(SECONDS)
  expect(world.transcript.at(-1)).toContain('Done')
})

test('a timer that fires twice counts once', async () => {
  const world = new World()
  await world.send('Go')
  const start = world.time.start.bind(world.time)
  world.time.start = (ms, fire) =>
    start(ms, () => {
      fire()
      start(1, fire)
    })
  world.model.last.fail('overloaded')
  await world.time.settle()
  await world.time.advance(2_000)
  expect(world.model.requests).toHaveLength(2)
  expect(world.model.last.call.signal.aborted).toBe(false)
})

test('work that ends without its report is declared lost within seconds, and Retry continues', async () => {
  const world = new World()
  const warn = world.warnings.push.bind(world.warnings)
  world.model.ask = breaking
  world.warnings.push = (what) => (what === 'the model port threw' ? breaking() : warn(what))
  const ended = new Promise<unknown>((resolve) => process.once('unhandledRejection', resolve))
  await world.send('Go')
  await ended
  expect(world.state.type).toBe('llmRequesting')
  await world.time.advance(SECONDS)
  expect(world.state).toMatchObject({ type: 'error', kind: 'internal' })
})

test('a sub-agent that is lost on the way to its parent is noticed within seconds', async () => {
  const world = new World()
  const faults = withNet(world)
  await world.send('Go')
  const stored = world.store.conversation.bind(world.store)
  const warn = world.warnings.push.bind(world.warnings)
  world.warnings.push = (what) => (/sub-agent/.test(what) ? breaking() : warn(what))
  world.store.conversation = (id) => (id === 'c1' ? stored(id) : breaking())
  world.model.last.spawn('One')
  await world.time.settle()
  expect(faults.map(({ where }) => where)).toEqual(['startChild of conversation c1'])
  world.store.conversation = stored
  await world.time.advance(SECONDS)
  expect(world.state.type).toBe('error')
})

test('a call that is lost while it asks a person something is noticed within seconds', async () => {
  const world = new World()
  const fail = holdAskingTool(world)
  const warn = world.warnings.push.bind(world.warnings)
  world.warnings.push = (what) => (what === 'the tool port threw' ? breaking() : warn(what))
  await world.send('Go')
  world.model.last.callBash('deploy')
  await world.time.advance(SECONDS)
  expect(world.state.type).toBe('awaitingAnswer')
  const ended = new Promise<unknown>((resolve) => process.once('unhandledRejection', resolve))
  fail()
  await ended
  expect(world.state.type).toBe('awaitingAnswer')
  await world.time.advance(SECONDS)
  expect(world.state).toMatchObject({ type: 'error', kind: 'internal' })
})

test('a question of a running call that loses its timer ends seconds after its time', async () => {
  const world = new World()
  holdAskingTool(world)
  await world.send('Go')
  const start = world.time.start.bind(world.time)
  world.time.start = () => () => {}
  world.model.last.callBash('deploy')
  await world.time.settle()
  world.time.start = start
  expect(world.state.type).toBe('awaitingAnswer')
  await world.time.advance(10 * 60_000 + SECONDS)
  expect(world.state.type).toBe('toolExecuting')
  expect(world.warnings).toContain('a timer did not fire')
})

test('text whose timer vanishes reaches the screen within seconds', async () => {
  const world = new World()
  await world.send('Go')
  const start = world.time.start.bind(world.time)
  world.time.start = () => () => {}
  world.model.last.call.onDelta('text', 'half')
  world.time.start = start
  await world.time.advance(2_000)
  expect(world.events.at(-1)).toMatchObject({ type: 'conversation.streamed', text: 'half' })
})

test('calls whose files do not respond are reported to the model within seconds, the others run', async () => {
  const world = new World()
  const inspect = world.tools.inspect.bind(world.tools)
  const isDead = ({ input }: Parameters<typeof inspect>[0]): boolean =>
    JSON.stringify(input).includes('/mnt/dead')
  world.tools.inspect = (call, at) => (isDead(call) ? new Promise(() => {}) : inspect(call, at))
  await world.send('Go')
  world.model.last.callBash('cat /mnt/dead/file', 'ls')
  await world.time.advance(SECONDS)
  expect(world.tools.runs.map(({ command }) => command)).toEqual(['ls'])
  expect(world.transcript.at(-1)).toContain('did not respond within 10 s')
  expect(world.model.requests).toHaveLength(1)
  world.tools.last.finish('file')
  await world.time.settle()
  expect(world.model.requests).toHaveLength(2)
})

test('a call whose inspection throws fails alone, not the reply', async () => {
  const world = new World()
  world.tools.inspect = breaking
  await world.send('Go')
  world.model.last.callBash('ls')
  await world.time.settle()
  expect(world.transcript.at(-1)).toContain('checking it failed inside Phoenix')
  expect(world.model.requests).toHaveLength(2)
})

test('a conversation is watched only while it waits for something', async () => {
  const world = new World()
  expect(world.time.pulses).toBe(0)
  await world.send('Go')
  expect(world.time.pulses).toBe(1)
  world.model.last.replyText('Done')
  await world.time.advance(1_000)
  expect(world.time.pulses).toBe(0)
  world.runtime.changeSettings({ permissionMode: 'ask' })
  await world.send('Go on')
  world.model.last.callBash('ls')
  await world.time.advance(1_000)
  expect(world.state.type).toBe('awaitingApproval')
  expect(world.time.pulses).toBe(0)
})

test('a conversation whose sub-agents all wait for a person is not watched', async () => {
  const world = new World()
  world.runtime.changeSettings({ permissionMode: 'ask' })
  await world.send('Go')
  world.model.last.spawn('One')
  await world.time.settle()
  world.model.last.callBash('ls')
  await world.time.advance(2_000)
  expect(world.state).toMatchObject({
    type: 'awaitingSubAgents',
    children: [{ phase: { type: 'asking' } }],
  })
  expect(world.time.pulses).toBe(0)
})

test('a conversation that is set aside while its disk is damaged still answers, and can be tried again', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  const commit = world.store.commit.bind(world.store)
  const beginRecovery = world.store.beginRecovery.bind(world.store)
  world.store.commit = breaking
  world.store.beginRecovery = breaking
  world.model.last.replyText('Done')
  await world.time.settle()
  world.store.commit = commit
  world.store.beginRecovery = beginRecovery
  const conversationId = 'c1' as ConversationId
  const opened = await world.request('conversation.open', { conversationId })
  expect(opened).toMatchObject({ ok: false, error: { code: 'setAside' } })
  await world.request('conversation.recover', { conversationId })
  expect(world.state).toMatchObject({ type: 'idle', unfinished: { cause: 'restart' } })
})

test('a watch that throws sets its conversation aside', async () => {
  const world = new World()
  withNet(world)
  await world.send('Go')
  world.time.awake = breaking
  await world.time.advance(1_000)
  expect(world.registry.rows.all()).toMatchObject([{ activity: 'setAside' }])
})
