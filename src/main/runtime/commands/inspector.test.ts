import { expect, test, vi } from 'vitest'
import { LOG_PAGE, type PastView } from '../../../shared/protocol/inspector-commands.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import { NO_SPEND } from '../../../shared/models/price.ts'
import { ok } from '../../../shared/result.ts'
import type { FileChange } from '../../../shared/messages/file-change.ts'
import { AgentId, BlobHash, type ConversationId } from '../../../shared/ids.ts'
import { spendIn } from '../conversation/record/spend-in.ts'
import { child, delegating, idOf, submit } from '../fakes/delegating.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

const USAGE = { ...NO_USAGE, inputTokens: 1_000, outputTokens: 20 }

/** Of a file that held one letter, or was not there. */
function changeOf(before: string | null, after: string | null): FileChange {
  return { path: '/work/a.txt', shown: 'a.txt', before: formOf(before), after: formOf(after) }
}

function formOf(letter: string | null): FileChange['after'] {
  return letter === null ? null : { blob: BlobHash.parse(letter.repeat(64)), mode: 0o644 }
}

async function ask(world: World, seq: number, conversationId = ID) {
  const asked = world.request('log.past', { conversationId, seq })
  await world.time.settle()
  return asked
}

async function past(world: World, seq: number): Promise<PastView> {
  const answer = await ask(world, seq)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

async function rowsAfter(world: World, afterSeq: number) {
  const answer = await world.request('log.rows', { conversationId: ID, afterSeq })
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value.rows
}

/** A turn with two calls, and what the state and the number of messages were at each place of the log. */
async function lived(): Promise<{
  world: World
  was: Map<number, string>
  said: Map<number, string>
}> {
  const world = new World()
  world.model.usage = USAGE
  const was = new Map<number, string>()
  const said = new Map<number, string>()
  const note = (): void => {
    const { record } = world.runtime
    was.set(record.seq, `${world.state.type} ${world.store.history(record.stored.id).length}`)
    said.set(record.seq, JSON.stringify([world.runtime.use, record.spend()]))
  }
  await world.send('Look')
  note()
  world.model.last.callBash('a', 'b')
  await world.time.settle()
  note()
  for (const text of ['one', 'two']) {
    world.tools.last.finish(text)
    await world.time.settle()
    note()
  }
  world.model.last.replyText('Seen')
  await world.time.settle()
  note()
  return { world, was, said }
}

test('at each place of the log the conversation is as it was then, forwards and backwards', async () => {
  const { world, was } = await lived()
  expect(was.size).toBe(5)
  for (const [seq, then] of [...was, ...[...was].toReversed()]) {
    const { messages, state, seq: at } = await past(world, seq)
    expect(`${state.type} ${messages.length}`).toBe(then)
    expect(at).toBe(seq)
  }
})

test('at each place of the log context and cost are what the meter and the record said then', async () => {
  const { world, said } = await lived()
  expect(new Set(said.values()).size).toBeGreaterThan(2)
  for (const [seq, then] of said) {
    const { spend, use } = await past(world, seq)
    expect(JSON.stringify([use, spend.own])).toBe(then)
  }
  expect((await past(world, 1)).spend.own.usage.inputTokens).toBe(0)
})

test('at each place of the log files are what tools had made of them by then, including undone ones', async () => {
  const world = new World()
  const seqs: number[] = []
  const edit = async (after: string | null, before: string | null): Promise<void> => {
    world.model.last.callBash(`edit ${seqs.length}`)
    await world.time.settle()
    world.tools.last.finish(`done ${seqs.length}`, 'ok', [changeOf(before, after)])
    await world.time.settle()
    seqs.push(world.runtime.record.seq)
  }
  await world.send('Write a file')
  seqs.push(world.runtime.record.seq)
  await edit('a', null)
  await edit('b', 'a')
  await edit(null, 'b')
  const files: string[] = []
  for (const seq of seqs) {
    files.push(
      (await past(world, seq)).files.map(({ became, shown }) => `${shown} ${became}`).join(),
    )
  }
  expect(files).toEqual(['', 'a.txt created', 'a.txt created', ''])
})

test('what sub-agents spent and changed counts from the moment they did it', async () => {
  const world = await delegating('Write a file')
  world.model.usage = USAGE
  const before = world.runtime.record.seq
  await world.time.advance(1_000)
  const agent = child(world, 0)
  world.model.lastOf(idOf(agent)).callBash('write')
  await world.time.settle()
  world.tools.last.finish('done', 'ok', [changeOf(null, 'a')])
  await world.time.settle()
  await submit(world, agent, 'Written')
  const then = await past(world, before)
  expect([then.files, then.spend.subAgents.usage.outputTokens]).toEqual([[], 0])
  const now = await past(world, world.runtime.record.seq)
  expect(now.files).toEqual([{ path: '/work/a.txt', shown: 'a.txt', became: 'created' }])
  expect(now.spend.subAgents).toEqual(spendIn(world.store, idOf(agent)))
  expect(now.spend.subAgents.usage.outputTokens).toBeGreaterThan(0)
  const agentIds = [idOf(agent), 'nobody'].map((id) => AgentId.parse(id))
  const each = await world.request('agents.spend', { agentIds })
  const spends = [now.spend.subAgents, NO_SPEND]
  expect(each).toEqual(
    ok({ spends: agentIds.map((agentId, n) => ({ agentId, spend: spends[n] })) }),
  )
})

test('what an ended sub-agent did is not missing after the clock was set back', async () => {
  const world = await delegating('Write a file')
  world.model.usage = USAGE
  const agent = child(world, 0)
  world.model.lastOf(idOf(agent)).callBash('write')
  await world.time.settle()
  world.tools.last.finish('done', 'ok', [changeOf(null, 'a')])
  await world.time.settle()
  world.time.sleep(-3_600_000)
  await submit(world, agent, 'Written')
  const now = await past(world, world.runtime.record.seq)
  expect(now.files).toEqual([{ path: '/work/a.txt', shown: 'a.txt', became: 'created' }])
  expect(now.spend.subAgents).toEqual(spendIn(world.store, idOf(agent)))
})

test('a clock that is set while a past state is folded does not change how much is folded at once', async () => {
  const { world, was } = await lived()
  let wallMs = 0
  vi.spyOn(world.time, 'now').mockImplementation(() => (wallMs += 60_000))
  const soon = vi.spyOn(world.time, 'soon')
  await past(world, Math.max(...was.keys()))
  expect(soon).toHaveBeenCalledTimes(1)
})

test('what was spent and changed since a time counts sub-agents, and nothing from before', async () => {
  const world = await delegating('Write a file')
  world.model.usage = USAGE
  const { at } = world.store.history(ID).at(-1) ?? { at: 0 }
  await world.time.advance(1_000)
  const agent = child(world, 0)
  world.model.lastOf(idOf(agent)).callBash('write')
  await world.time.settle()
  world.tools.last.finish('done', 'ok', [changeOf(null, 'a'), changeOf('a', 'b')])
  await world.time.settle()
  await submit(world, agent, 'Written')
  const ask = (since: number) => world.request('spend.since', { conversationIds: [ID, ID], since })
  const since = await ask(at)
  if (!since.ok) throw new Error(since.error.message)
  expect(since.value.files).toBe(1)
  expect(since.value.spend.usage.outputTokens).toBeGreaterThan(0)
  const last = Math.max(...world.store.history(idOf(agent)).map((each) => each.at))
  const after = await ask(Math.max(last, world.store.history(ID).at(-1)?.at ?? 0))
  expect(after).toEqual(ok({ spend: NO_SPEND, files: 0 }))
})

test('the rows of a log arrive in order, each with its time and its type', async () => {
  const { world, was } = await lived()
  const rows = await rowsAfter(world, 0)
  expect(rows.map(({ seq }) => seq)).toEqual(
    Array.from({ length: Math.max(...was.keys()) }, (_, index) => index + 1),
  )
  expect(rows.slice(0, 4).map(({ kind, type }) => `${kind} ${type}`)).toEqual([
    'input sessionOpened',
    'lifecycle sessionStarted',
    'input userMessage',
    'lifecycle turnStarted',
  ])
  expect(await rowsAfter(world, 3)).toEqual(rows.slice(3, 3 + LOG_PAGE))
})

test('R29 a place of the log without a row says so instead of being asked for again and again', async () => {
  const { world } = await lived()
  const whole = await rowsAfter(world, 0)
  const last = whole.length
  const rows = world.store.log.rows.bind(world.store.log)
  const gone = new Set([1, 4, 5, last])
  world.store.log.rows = (...asked) => rows(...asked).filter(({ seq }) => !gone.has(seq))
  const seen = await rowsAfter(world, 0)
  expect(seen.map(({ seq }) => seq)).toEqual(whole.map(({ seq }) => seq))
  expect(seen.filter(({ kind }) => kind === 'missing').map(({ seq }) => seq)).toEqual([...gone])
  expect(await rowsAfter(world, last - 1)).toMatchObject([{ seq: last, kind: 'missing' }])
  expect(await rowsAfter(world, last)).toEqual([])
})

test('looking back changes nothing, and a running conversation continues meanwhile', async () => {
  const { world } = await lived()
  await world.send('And now?')
  const { seq } = world.runtime.record
  const before = world.state
  await past(world, 4)
  expect(world.state).toBe(before)
  expect(world.runtime.record.seq).toBe(seq)
  world.model.last.replyText('Now')
  await world.time.settle()
  expect((await past(world, world.runtime.record.seq)).state.type).toBe('idle')
})

test('a second request for a place cancels the first', async () => {
  const { world, was } = await lived()
  const last = Math.max(...was.keys())
  const first = world.request('log.past', { conversationId: ID, seq: last })
  const second = world.request('log.past', { conversationId: ID, seq: 4 })
  await world.time.settle()
  expect(await first).toMatchObject({ ok: false, error: { code: 'stopped' } })
  expect(await second).toMatchObject({ ok: true, value: { seq: 4 } })
})

test('a log that does not rebuild what is stored names the event, and nothing is made up', async () => {
  const { world, was } = await lived()
  const kept = world.store.records.get(ID)
  const result = kept?.messages.find(({ content }) => content.type === 'tool')
  if (kept === undefined || result === undefined) throw new Error('no result')
  const broken = { ...result, at: result.at + 1 }
  const messages = kept.messages.map((each) => (each === result ? broken : each))
  world.store.records.set(ID, { ...kept, messages })
  expect(await ask(world, Math.max(...was.keys()))).toMatchObject({ ok: false })
  expect((await past(world, 4)).messages).toHaveLength(1)
})

test('a place beyond the end of the log, or of no conversation, is refused with a sentence', async () => {
  const { world } = await lived()
  expect(await ask(world, 10_000)).toMatchObject({ ok: false })
  const notFound = { ok: false, error: { code: 'notFound' } }
  expect(await ask(world, 1, 'none' as ConversationId)).toMatchObject(notFound)
})
