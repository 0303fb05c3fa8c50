import { expect, test } from 'vitest'
import type { Block } from '../../../shared/messages/content.ts'
import { ConversationId, MessageId } from '../../../shared/ids.ts'
import { child, delegating, submit } from '../fakes/delegating.ts'
import {
  atWork,
  edited,
  finish,
  holds,
  message,
  thisTurn,
  undo,
  wrote,
} from '../fakes/edited-files.ts'
import { World } from '../fakes/world.ts'

const ID = ConversationId.parse('c1')

test('a turn is undone as a whole, noted in the conversation, and reported to the model with the next message', async () => {
  const world = await edited()
  const preview = { conversationId: ID, target: thisTurn(world) }
  expect(await world.request('edits.preview', preview)).toMatchObject({
    value: {
      restorable: [
        { shown: 'a.ts', becomes: 'restored' },
        { shown: 'b.ts', becomes: 'deleted' },
      ],
      conflicts: [],
    },
  })
  expect(holds(world, 'a.ts')).toBe('2')
  const answer = await undo(world, thisTurn(world))
  expect(answer).toEqual({ ok: true, value: { undone: 2, conflicts: [] } })
  expect([holds(world, 'a.ts'), holds(world, 'b.ts')]).toEqual(['0', '-'])
  expect(world.transcript.at(-1)).toBe('undo: a.ts,b.ts')
  await world.send('And now?')
  const told = JSON.stringify(world.model.last.call.request.messages.at(-1))
  expect(told).toMatch(/The user undid your edits of a\.ts and b\.ts\..*And now\?/)
})

test('the number of files in an undo is counted from the stored messages', async () => {
  const world = await edited()
  const count = async (): Promise<unknown> =>
    world.request('edits.count', { conversationId: ID, target: thisTurn(world) })
  expect(await count()).toEqual({ ok: true, value: { files: 2 } })
  await undo(world, thisTurn(world))
  expect(await count()).toEqual({ ok: true, value: { files: 0 } })
})

test('an undo is undone by the same command on its own message, again and again, also after a restart', async () => {
  const world = await edited()
  await undo(world, thisTurn(world))
  await undo(world, message(world, 'undo'))
  expect([holds(world, 'a.ts'), holds(world, 'b.ts')]).toEqual(['2', '1'])
  const later = world.restart()
  for (const [path, blob] of world.disk.holds) later.disk.holds.set(path, blob)
  // The first edits stand again.
  expect(await undo(later, thisTurn(later))).toMatchObject({ value: { undone: 2 } })
  expect([holds(later, 'a.ts'), holds(later, 'b.ts')]).toEqual(['0', '-'])
  expect(await undo(later, message(later, 'undo', -1))).toMatchObject({ value: { undone: 2 } })
  expect(holds(later, 'a.ts')).toBe('2')
})

test('what is already undone is not undone again: the rest of the turn is', async () => {
  const world = await edited()
  await undo(world, message(world, 'tool', 1))
  expect(holds(world, 'a.ts')).toBe('1')
  expect(await undo(world, thisTurn(world))).toMatchObject({ value: { undone: 2, conflicts: [] } })
  expect([holds(world, 'a.ts'), holds(world, 'b.ts')]).toEqual(['0', '-'])
  expect(await undo(world, thisTurn(world))).toEqual({
    ok: true,
    value: { undone: 0, conflicts: [] },
  })
  expect(world.transcript.filter((line) => line.startsWith('undo'))).toHaveLength(2)
})

test('a file that changed since is skipped and named; the others are restored', async () => {
  const world = await edited()
  world.disk.holds.set('/work/a.ts', 'f'.repeat(64))
  expect(await undo(world, thisTurn(world))).toEqual({
    ok: true,
    value: { undone: 1, conflicts: [{ shown: 'a.ts', why: 'It has changed since.' }] },
  })
  expect([holds(world, 'a.ts'), holds(world, 'b.ts')]).toEqual(['f', '-'])
  expect(world.transcript.at(-1)).toBe('undo: b.ts')
})

test('an undo during a turn does not disturb it, and the agent reads about it with the results', async () => {
  const world = await atWork('one', 'two')
  await finish(world, wrote('a.ts', '0', '1'))
  const before = world.state
  await undo(world, message(world, 'tool'))
  expect(world.state).toEqual(before)
  await finish(world, wrote('a.ts', '0', '3'))
  const last = world.model.last.call.request.messages.at(-1)
  expect(last?.blocks.map(({ type }) => type)).toEqual(['toolResult', 'toolResult', 'text'])
  world.model.last.reply([], 'endTurn')
  await world.time.settle()
  // Nothing more to say after results is an end, with or without word of an undo behind them.
  expect(world.state.type).toBe('idle')
  expect(await undo(world, thisTurn(world))).toMatchObject({ value: { undone: 1 } })
  expect(holds(world, 'a.ts')).toBe('0')
})

test('an undo that cannot be recorded is reverted, and says so', async () => {
  const world = await edited()
  world.store.failing = 'full'
  expect(await undo(world, thisTurn(world))).toMatchObject({
    ok: false,
    error: { code: 'storage', message: expect.stringContaining('nothing was undone') },
  })
  expect([holds(world, 'a.ts'), holds(world, 'b.ts')]).toEqual(['2', '1'])
  world.store.failing = null
  expect(world.transcript.filter((line) => line.startsWith('undo'))).toEqual([])
})

test('if the files cannot be written the error says so, and nothing is recorded', async () => {
  const world = await edited()
  world.disk.failing = 'Nothing was changed: the disk is full.'
  expect(await undo(world, thisTurn(world))).toMatchObject({
    ok: false,
    error: { message: 'Nothing was changed: the disk is full.' },
  })
  expect(world.transcript.at(-1)).toBe('agent: Done')
  expect(await undo(world, { type: 'message', messageId: MessageId.parse('none') })).toMatchObject({
    ok: false,
    error: { code: 'notFound' },
  })
})

function jobCall(input: Record<string, unknown>, providerCallId: string): Block {
  const value = { type: 'object', value: input } as const
  return { type: 'toolCall', providerCallId, name: 'bash_background', input: value }
}

test('a background job may have changed files from its start to its end, long after the call that started it', async () => {
  const world = new World()
  await world.send('Go')
  const [action, command] = ['start', 'npm run watch']
  world.model.last.reply(
    [jobCall({ action, command }, 'a'), jobCall({ action: 'output', job: 1 }, 'b')],
    'toolUse',
  )
  await world.time.settle()
  const { callId } = world.tools.last.run.call
  const from = world.time.now()
  await world.time.advance(1_000)
  await finish(world)
  await finish(world, wrote('a.ts', '0', '1'))
  world.model.last.replyText('Done')
  await world.time.advance(60_000)
  world.processes.jobRanUntil = (asked) => (asked === callId ? from + 50_000 : 0)
  const preview = { conversationId: ID, target: thisTurn(world) }
  expect(await world.request('edits.preview', preview)).toMatchObject({
    value: { mayHaveChanged: { commands: 1 } },
  })
  expect(world.disk.requests).toMatchObject([
    { spans: [{ from: from - 2_000, to: from + 52_000 }] },
  ])
})

test('a turn stopped during a write is undone by the recorded intent of the write', async () => {
  const world = await atWork('one')
  const { callId } = world.tools.last.run.call
  world.disk.intents.set(callId, [wrote('a.ts', '0', '1')])
  world.disk.holds.set('/work/a.ts', '1'.repeat(64))
  world.cancel()
  await world.time.settle()
  expect(await undo(world, thisTurn(world))).toMatchObject({ value: { undone: 1 } })
  expect(holds(world, 'a.ts')).toBe('0')
})

test('while what a stopped call was writing cannot be read, nothing is undone, and a review says that it may be missing', async () => {
  const world = await atWork('one', 'two')
  await finish(world, wrote('a.ts', '0', '1'))
  world.cancel()
  await world.time.settle()
  world.disk.unread = 'too many files are open'
  const target = thisTurn(world)
  expect(await undo(world, target)).toMatchObject({ ok: false, error: { code: 'fileRefused' } })
  expect(await world.request('edits.count', { conversationId: ID, target })).toMatchObject({
    error: { message: expect.stringContaining('too many files are open') },
  })
  expect(holds(world, 'a.ts')).toBe('1')
  const scope = { type: 'conversation' } as const
  expect(await world.request('review.read', { conversationId: ID, scope })).toMatchObject({
    value: { notes: [expect.stringContaining('too many files are open')] },
  })
  world.disk.unread = null
  expect(await undo(world, target)).toMatchObject({ value: { undone: 1 } })
})

test('writes of a sub-agent are part of the turn that started it', async () => {
  const world = await delegating('Look')
  const only = child(world, 0)
  world.model.lastOf(only.record.stored.id).callBash('write')
  await world.time.settle()
  await finish(world, wrote('a.ts', '0', '1'))
  await submit(world, only, 'Written')
  world.model.last.replyText('Done')
  await world.time.settle()
  const preview = { conversationId: ID, target: thisTurn(world) }
  expect(await world.request('edits.preview', preview)).toMatchObject({
    value: { restorable: [{ shown: 'a.ts' }], mayHaveChanged: { commands: 1 } },
  })
  expect(await undo(world, thisTurn(world))).toMatchObject({ value: { undone: 1 } })
  expect(await undo(world, thisTurn(world))).toMatchObject({ value: { undone: 0 } })
})

test('changes made by commands are found by the times at which they ran, without those made by tools', async () => {
  const world = await atWork('one')
  await world.time.advance(5_000)
  await finish(world, wrote('a.ts', '0', '1'))
  const until = world.time.now()
  world.model.last.replyText('Done')
  await world.time.settle()
  world.disk.changed = { names: ['out.log'], more: 3, gap: null }
  const preview = { conversationId: ID, target: thisTurn(world) }
  expect(await world.request('edits.preview', preview)).toMatchObject({
    value: { mayHaveChanged: { commands: 1, names: ['out.log'], more: 3, gap: null } },
  })
  const spans = [{ from: until - 7_000, to: until + 2_000 }]
  expect(world.disk.requests).toEqual([{ spans, known: new Set(['/work/a.ts']) }])
})

test('R27 restoring to a place reverts all file changes after it, and none before', async () => {
  const world = await edited()
  const [first] = world.store.history(ID).filter(({ content }) => content.type === 'tool')
  await world.send('More')
  world.model.last.callBash('three')
  await world.time.settle()
  await finish(world, wrote('a.ts', '2', '3'), wrote('c.ts', '-', '3'))
  world.model.last.replyText('Done')
  await world.time.settle()
  const target = { type: 'since', throughSeq: first?.seq ?? 0 } as const
  expect(await world.request('edits.preview', { conversationId: ID, target })).toMatchObject({
    value: {
      restorable: [
        { shown: 'a.ts', becomes: 'restored' },
        { shown: 'c.ts', becomes: 'deleted' },
      ],
      mayHaveChanged: { commands: 2 },
    },
  })
  expect(await undo(world, target)).toMatchObject({ value: { undone: 2, conflicts: [] } })
  expect(['a.ts', 'b.ts', 'c.ts'].map((shown) => holds(world, shown))).toEqual(['1', '1', '-'])
  expect(await undo(world, message(world, 'undo'))).toMatchObject({ value: { undone: 2 } })
  expect(['a.ts', 'b.ts', 'c.ts'].map((shown) => holds(world, shown))).toEqual(['3', '1', '3'])
})
