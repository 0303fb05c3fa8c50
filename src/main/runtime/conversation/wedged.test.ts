import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Effect } from '../../core/machine/effect.ts'
import { World } from '../fakes/world.ts'

const OTHERS = Array.from({ length: 20 }, (_, n) => `other-${n}` as ConversationId)

type Wedge = (world: World) => void | Promise<void>

/** What one conversation hangs in, forever: each kind of effect. One without a wedge does not compile. */
const EFFECTS: Readonly<Record<Effect['type'], Wedge>> = {
  requestModel: () => {},
  runTool: (world) => world.model.last.callBash('sleep infinity'),
  startChild: (world) => world.model.last.spawn('One', 'Two'),
  stopWork: async (world) => {
    world.model.last.callBash('trap "" TERM')
    await world.time.settle()
    world.cancel()
  },
  answerTool: async (world) => {
    world.model.last.callBash('sleep infinity')
    await world.time.settle()
    const question = { question: 'Which?', options: [], multi_select: false }
    void world.tools.last.run.ask?.('A server', question, new AbortController().signal)
    await world.time.settle()
    const { current } = world.runtime
    if (current.type !== 'awaitingAnswer') throw new Error('nothing was asked')
    const { callId } = current.current.call
    const answer = { type: 'skipped' } as const
    await world.request('question.answer', {
      conversationId: 'c1' as ConversationId,
      callId,
      number: 1,
      answer,
    })
  },
  startTimer: (world) => withTimers(world, () => () => {}),
  stopTimer: async (world) => {
    const start = world.time.start.bind(world.time)
    await withTimers(world, (afterMs, fire) => {
      start(afterMs, fire)
      return () => {}
    })
    world.cancel()
  },
}

/** A provider that fails while timers are of this kind. */
async function withTimers(world: World, start: World['time']['start']): Promise<void> {
  const whole = world.time.start.bind(world.time)
  world.time.start = start
  world.model.last.fail('overloaded')
  await world.time.settle()
  world.time.start = whole
}

const WEDGES: Readonly<Record<string, Wedge>> = {
  ...EFFECTS,
  'a wait between tries': (world) => world.model.last.fail('overloaded'),
  'a question that nobody answers': (world) => {
    world.runtime.changeSettings({ permissionMode: 'ask' })
    world.model.last.callBash('ls')
  },
  'a disk that takes nothing of it': (world) => {
    const commit = world.store.commit.bind(world.store)
    world.store.commit = (each) =>
      each.conversationId === 'c1' ? { ok: false, error: 'full' } : commit(each)
    world.model.last.replyText('Lost')
  },
}

// covers R5-01 R5-38
test.each(Object.keys(WEDGES))(
  'R10 with one conversation wedged in %s, twenty others start, stream, use a tool and finish',
  async (name) => {
    const world = new World()
    await world.send('Hang')
    await WEDGES[name]?.(world)
    await world.time.settle()
    for (const id of OTHERS) world.create(id)
    for (const conversationId of OTHERS) {
      const message = { conversationId, messageId: `${conversationId}-m` as never, text: 'Hi' }
      await world.request('message.send', { ...message, attachments: [], mode: 'policy' })
    }
    await world.time.settle()
    for (const id of OTHERS) {
      const { call } = world.model.lastOf(id)
      call.onStarted()
      call.onDelta('text', id)
    }
    await world.time.advance(10_000)
    for (const id of OTHERS) expect(world.registry.live(id)?.feed.liveReply()?.text).toBe(id)
    for (const id of OTHERS) world.model.lastOf(id).callBash(`echo ${id}`)
    await world.time.settle()
    const runs = world.tools.runs.filter(({ run }) => OTHERS.includes(run.conversationId))
    expect(runs.map(({ command }) => command)).toEqual(OTHERS.map((id) => `echo ${id}`))
    for (const each of runs) each.finish(`${String(each.command)} done`)
    await world.time.settle()
    for (const id of OTHERS) world.model.lastOf(id).replyText(`Done in ${id}`)
    await world.time.settle()
    for (const id of OTHERS) {
      const said = JSON.stringify(world.store.history(id).map(({ content }) => content))
      expect(said).toContain(`echo ${id} done`)
      expect(said).toContain(`Done in ${id}`)
      expect(world.store.conversation(id)?.state).toEqual({ type: 'idle', unfinished: null })
    }
  },
)
