import { expect, test, vi } from 'vitest'
import type { ConversationId, TurnId } from '../../../../shared/ids.ts'
import type { TurnSpan } from '../../../../shared/conversation/timeline.ts'
import { child, delegatingToAskers, idOf, submit } from '../../fakes/delegating.ts'
import { World } from '../../fakes/world.ts'
import { Timeline } from './timeline.ts'

const ID = 'c1' as ConversationId

async function spansOf(world: World, turnId: TurnId): Promise<readonly string[]> {
  const asked = world.request('turn.timeline', { conversationId: ID, turnId })
  await world.time.settle()
  const answer = await asked
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value.spans.map(({ from, kind, to }) => `${kind} ${to - from}`)
}

function turnsOf(world: World): readonly TurnId[] {
  const ids = world.contents.flatMap((content) =>
    content.type === 'agent' ? [content.turnId] : [],
  )
  return [...new Set(ids)]
}

test('a turn says how long it waited for the model, ran tools and answered, according to the log', async () => {
  const world = new World()
  await world.send('Look')
  await world.time.advance(3_000)
  world.model.last.callBash('a')
  await world.time.settle()
  await world.time.advance(5_000)
  world.tools.last.finish('one')
  await world.time.settle()
  await world.time.advance(2_000)
  world.model.last.replyText('Seen')
  await world.time.settle()
  await world.time.advance(60_000)
  await world.send('And now?')
  await world.time.advance(1_000)
  world.model.last.replyText('Done')
  await world.time.settle()
  const [first, second] = turnsOf(world)
  if (first === undefined || second === undefined) throw new Error('there are two turns')
  const [asked, ...rest] = await spansOf(world, first)
  expect([asked, ...rest]).toEqual(expect.arrayContaining(['tools 5000']))
  expect(sum(await spansOf(world, first))).toBe(10_000)
  expect(sum(await spansOf(world, second))).toBe(1_000)
  expect(await spansOf(world, 'nobody' as TurnId)).toEqual([])
})

test('the time in which every sub-agent that is left waits for a person is not theirs', async () => {
  const world = await delegatingToAskers('One', 'Two')
  const [one, two] = [child(world, 0), child(world, 1)]
  world.model.lastOf(idOf(one)).callBash('ls')
  await world.time.advance(1_000)
  await submit(world, two, 'Nothing')
  await world.time.advance(60_000)
  await world.answerApprovals({ type: 'once' }, idOf(one))
  await world.time.advance(2_000)
  const [turn] = turnsOf(world)
  if (turn === undefined) throw new Error('there is a turn')
  world.tools.last.finish('')
  await world.time.settle()
  await submit(world, one, 'Nothing')
  const spans = await spansOf(world, turn)
  expect(spans.slice(-3)).toEqual(['subAgents 1000', 'you 60000', 'subAgents 2000'])
})

test('the place of a turn in a long log is looked for in parts, so a Stop waits for none of it', async () => {
  const world = new World()
  for (let turn = 0; turn < 60; turn++) {
    await world.send('Again')
    world.model.last.replyText('Done')
    await world.time.settle()
  }
  const last = turnsOf(world).at(-1)
  if (last === undefined) throw new Error('there are turns')
  const rows = vi.spyOn(world.store.log, 'rows')
  const asked = world.request('turn.timeline', { conversationId: ID, turnId: last })
  expect(rows).toHaveBeenCalledTimes(1)
  await world.time.settle()
  expect(rows.mock.calls.length).toBeGreaterThan(2)
  expect(await asked).toMatchObject({ ok: true, value: { spans: expect.any(Array) } })
})

function sum(spans: readonly string[]): number {
  return spans.reduce((all, span) => all + Number(span.split(' ')[1]), 0)
}

test('running work is one span, a clock that was set back subtracts nothing, and rest is no span', () => {
  const timeline = new Timeline()
  timeline.note('waiting', 10)
  timeline.note('waiting', 20)
  timeline.note('tools', 5)
  timeline.note('you', 30)
  timeline.note(null, 40)
  const all: readonly TurnSpan[] = timeline.all()
  expect(all).toEqual([
    { kind: 'tools', from: 10, to: 30 },
    { kind: 'you', from: 30, to: 40 },
  ])
})
