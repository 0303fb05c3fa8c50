import { expect, test } from 'vitest'
import type { ClientEvent } from '../../../shared/protocol/events.ts'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { ClientSession } from '../commands/session/client-session.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

interface Seen {
  readonly type: string
  readonly after?: number
  readonly seq?: number
}

function steps(events: readonly ClientEvent[]): readonly (Seen & { after: number; seq: number })[] {
  return events.flatMap((event) => (event.type === 'conversation.stepped' ? [event] : []))
}

async function shortTurn(world: World, text = 'Hello'): Promise<void> {
  await world.send(text)
  world.model.last.call.onStarted()
  await world.time.settle()
  world.model.last.call.onDelta('text', 'Hi ')
  world.model.last.call.onDelta('text', 'there')
  world.model.last.replyText('Hi there')
  await world.time.settle()
}

// covers R5-04 D-27
test('T75 R11 an event is published after its commit, with a sequence number assigned inside it and higher than every earlier one', async () => {
  const world = new World()
  const commitsWhenTold: number[] = []
  const client = new ClientSession(world.registry, (event) => {
    if (event.type === 'conversation.stepped')
      commitsWhenTold.push(world.store.conversation(ID)?.seq ?? 0)
  })
  client.follow(ID, world.runtime)
  world.store.failing = 'full'
  await world.send('Lost')
  world.store.failing = null
  await shortTurn(world)
  const told = steps(world.events)
  told.forEach((event, index) => expect(event.seq).toBeLessThanOrEqual(commitsWhenTold[index] ?? 0))
  expect(told.at(-1)?.seq).toBe(world.store.conversation(ID)?.seq)
  told.slice(1).forEach((event, index) => {
    expect(event.after).toBe(told[index]?.seq)
    expect(event.seq).toBeGreaterThan(event.after)
  })
})

// covers E-05
test('T76 R25 all streamed text is sent before the final message, in batches', async () => {
  const world = new World()
  await shortTurn(world)
  const types = world.events.map((event) =>
    event.type === 'conversation.stepped' && event.messages[0]?.content.type === 'agent'
      ? 'answer'
      : event.type,
  )
  expect(types.filter((type) => type === 'conversation.streamed')).toHaveLength(1)
  expect(types.indexOf('conversation.streamed')).toBeLessThan(types.indexOf('answer'))
})

test('a call is reported while it is being written, in batches, also to clients that join later', async () => {
  const world = new World()
  await world.send('Write it')
  const { call } = world.model.last
  call.onStarted()
  await world.time.settle()
  for (const piece of ['', '{"path":"a.ts","con', 'tent":"one\\n', 'tw']) {
    call.onCallDelta(4, 'write_file', piece)
  }
  await world.time.advance(16)
  const grew = world.events.filter(({ type }) => type === 'conversation.callGrew')
  const shown = { name: 'write_file', path: 'a.ts', lines: 2, text: '+ one\n+ tw' }
  expect(grew).toMatchObject([{ index: 0, call: shown }])
  expect(world.runtime.feed.liveReply()?.calls).toEqual([shown])
  world.cancel()
  call.onCallDelta(4, '', 'o"}')
  await world.time.advance(16)
  expect(world.events.filter(({ type }) => type === 'conversation.callGrew')).toHaveLength(1)
  expect(world.runtime.feed.liveReply()).toBeNull()
})

// covers REQ-BED-011.3a R5-03
test('T77 a snapshot at any moment plus the events after it give the whole, without gap or repetition', async () => {
  for (let moment = 0; moment < 6; moment++) {
    const world = new World()
    const late: ClientEvent[] = []
    let base: { seq: number; text: string } | null = null
    const join = async (now: number): Promise<void> => {
      if (now !== moment) return
      const client = new ClientSession(world.registry, (event) => late.push(event))
      const opened = await world.handlers['conversation.open']({ conversationId: ID }, client)
      if (!opened.ok) throw new Error('not opened')
      base = { seq: opened.value.seq, text: opened.value.reply?.text ?? '' }
    }
    await join(0)
    await world.send('Hello')
    await join(1)
    world.model.last.call.onStarted()
    await world.time.settle()
    await join(2)
    for (const [index, piece] of ['one ', 'two ', 'three'].entries()) {
      world.model.last.call.onDelta('text', piece)
      if (index === 1) await world.time.advance(16)
      await join(3 + index)
    }
    await world.time.advance(16)
    const { seq, text } = base ?? { seq: -1, text: '' }
    const streamed = late.flatMap((event) =>
      event.type === 'conversation.streamed' ? [event] : [],
    )
    expect(text + streamed.map((event) => event.text).join('')).toBe('one two three')
    expect(streamed[0]?.from ?? text.length).toBe(text.length)
    expect(steps(late)[0]?.after ?? seq).toBe(seq)
  }
})

// covers REQ-BED-011.1a M-03 D-67
test('T80 every change of state reaches a client, including the change from busy to idle', async () => {
  const world = new World()
  await shortTurn(world)
  const told = world.events.flatMap((event) =>
    event.type === 'conversation.stepped' ? [event.state.type] : [],
  )
  expect(told).toEqual(['awaitingLlm', 'llmRequesting', 'llmRequesting', 'idle'])
  const inputs = world.store.records.get(ID)?.rows.filter((row) => row.kind === 'input') ?? []
  expect(told).toHaveLength(inputs.length - 1)
})

// covers REQ-BED-011.3a
test('T81 a client that joins after the end sees the end at once', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.fail('auth')
  await world.time.settle()
  const opened = await world.request('conversation.open', { conversationId: ID })
  expect(opened).toMatchObject({ ok: true, value: { state: { type: 'error', kind: 'auth' } } })
})

test('every event of a conversation carries its id and the epoch of its subscription', async () => {
  const world = new World()
  const first = await world.request('conversation.open', { conversationId: ID })
  const second = await world.request('conversation.open', { conversationId: ID })
  if (!first.ok || !second.ok) throw new Error('not opened')
  expect(second.value.epoch).toBeGreaterThan(first.value.epoch)
  world.events.length = 0
  await shortTurn(world)
  const addressed = world.events.filter((event) => event.type.startsWith('conversation.'))
  expect(addressed.length).toBeGreaterThan(3)
  for (const event of addressed) {
    expect(event).toMatchObject({ conversationId: ID, epoch: second.value.epoch })
  }
})

// covers REQ-BED-002.2a R5-02 M-10 M-16
test('T86 a refusal is synchronous and typed, and decided by the machine', async () => {
  const world = new World()
  world.sendNow('First')
  expect(world.sendNow('Second')).toEqual({ type: 'refused', reason: 'busy' })
  await world.time.settle()
  world.model.last.callBash('sleep 9')
  await world.time.settle()
  world.cancel()
  expect(world.sendNow('Third')).toEqual({ type: 'refused', reason: 'cancelling' })
  const sent = await world.request('message.send', {
    conversationId: ID,
    messageId: 'm-4' as MessageId,
    text: 'Fourth',
    attachments: [],
    mode: 'policy',
  })
  expect(sent).toEqual({
    ok: false,
    error: {
      code: 'cancelling',
      message: 'The previous turn is still stopping. Send again in a moment; your text is kept.',
    },
  })
})

// covers R5-01 D-63
test('T88 one runtime per conversation, however many start it at once', async () => {
  const world = new World()
  const runtimes = await Promise.all(Array.from({ length: 10 }, async () => world.registry.get(ID)))
  expect(new Set(runtimes).size).toBe(1)
})

test('T89 after rest a look-up gives a live runtime or a clear error, never a dead one', async () => {
  const world = new World()
  const before = world.runtime
  await shortTurn(world)
  world.client.close()
  await world.time.settle()
  expect(world.registry.live(ID)).toBeNull()
  const after = world.runtime
  expect(after).not.toBe(before)
  await shortTurn(world, 'Again')
  expect(world.transcript).toHaveLength(4)
  const gone = await world.request('turn.retry', { conversationId: 'nowhere' as ConversationId })
  expect(gone).toMatchObject({ ok: false, error: { code: 'notFound' } })
})

// covers R5-12
test('a busy conversation stays loaded without clients', async () => {
  const world = new World()
  await world.send('Go')
  world.client.close()
  await world.time.settle()
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.registry.live(ID)).toBeNull()
  expect(world.transcript).toEqual(['user: Go', 'agent: Done'])
  expect(world.lifecycle.at(-1)).toBe('sessionEnded closed')
})

test('output of a running command reaches clients and is in the snapshot', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('make')
  await world.time.settle()
  world.tools.last.print('compiling\n')
  const opened = await world.request('conversation.open', { conversationId: ID })
  expect(opened).toMatchObject({ ok: true, value: { output: { text: 'compiling\n', dropped: 0 } } })
  expect(world.events.some((event) => event.type === 'conversation.printed')).toBe(true)
})

test('a silence of the model reaches clients, is in the snapshot, and ends with its request', async () => {
  const world = new World()
  const silence = { since: 1, until: 2 }
  const shown = async (): Promise<unknown> => {
    const opened = await world.request('conversation.open', { conversationId: ID })
    return opened.ok ? opened.value.silence : opened
  }
  await world.send('Go')
  const { call: first } = world.model.last
  first.onSilence(silence)
  expect(world.events.at(-1)).toMatchObject({ type: 'conversation.silent', silence })
  expect(await shown()).toMatchObject(silence)
  first.onSilence(null)
  expect(world.events.at(-1)).toMatchObject({ type: 'conversation.silent', silence: null })
  first.onSilence(silence)
  world.cancel()
  expect(await shown()).toBeNull()
  await world.send('On')
  first.onSilence(silence)
  expect(await shown()).toBeNull()
})

test('an empty message is refused with a sentence', async () => {
  const world = new World()
  const sent = await world.request('message.send', {
    conversationId: ID,
    messageId: 'm' as MessageId,
    text: ' \n',
    attachments: [],
    mode: 'policy',
  })
  expect(sent).toMatchObject({ ok: false, error: { code: 'emptyMessage' } })
  expect(world.transcript).toEqual([])
})

test('T89 a conversation loaded only for a question is released again', async () => {
  const world = new World(undefined, undefined, { follows: false })
  const conversationId = 'c1' as ConversationId
  const draft = { conversationId, text: 'Half a', attachments: [], caret: 0 }
  await world.request('draft.save', draft)
  await world.time.settle()
  expect(world.registry.live(conversationId)).toBeNull()
  await world.request('turn.continue', { conversationId })
  await world.time.settle()
  expect(world.registry.live(conversationId)).toBeNull()
  await world.request('outbox.send', {
    conversationId,
    messageId: 'gone' as MessageId,
    mode: 'policy',
  })
  await world.time.settle()
  expect(world.registry.live(conversationId)).toBeNull()
})
