import { expect, test } from 'vitest'
import type { ConversationId } from '../../shared/ids.ts'
import { World } from './fakes/world.ts'

const OTHERS = Array.from({ length: 20 }, (_, n) => `other-${n}` as ConversationId)

/** What one conversation hangs in, for ever. */
const WEDGES: Readonly<Record<string, (world: World) => void>> = {
  'a request that never answers': () => {},
  'a command that never ends': (world) => world.model.last.callBash('sleep infinity'),
  'sub-agents that never end': (world) => world.model.last.spawn('One', 'Two'),
  'a provider that fails': (world) => world.model.last.fail('overloaded'),
  'a command that does not hear of Stop': (world) => {
    world.model.last.callBash('trap "" TERM')
    world.time.soon(() => world.time.soon(() => world.cancel()))
  },
  'a question that nobody answers': (world) => {
    world.runtime.changeSettings({ permissionMode: 'ask' })
    world.model.last.callBash('ls')
  },
  'a disk that takes nothing of it': (world) => {
    const commit = world.store.commit.bind(world.store)
    world.store.commit = (each) =>
      each.conversationId === 'c1' ? { ok: false, error: 'full' } : commit(each)
    world.model.last.say('Lost')
  },
}

test.each(Object.keys(WEDGES))(
  'R10 with one conversation in %s, twenty others start, use a tool and finish',
  async (name) => {
    const world = new World()
    await world.send('Hang')
    WEDGES[name]?.(world)
    await world.time.settle()
    for (const id of OTHERS) world.create(id)
    for (const conversationId of OTHERS) {
      const message = { conversationId, messageId: `${conversationId}-m` as never, text: 'Hi' }
      await world.request('message.send', { ...message, attachments: [], mode: 'policy' })
    }
    await world.time.settle()
    for (const id of OTHERS) world.model.lastOf(id).callBash(`echo ${id}`)
    await world.time.settle()
    const runs = world.tools.runs.filter(({ run }) => OTHERS.includes(run.conversationId))
    expect(runs.map(({ command }) => command)).toEqual(OTHERS.map((id) => `echo ${id}`))
    for (const each of runs) each.finish(`${String(each.command)} done`)
    await world.time.settle()
    for (const id of OTHERS) world.model.lastOf(id).say(`Done in ${id}`)
    await world.time.settle()
    for (const id of OTHERS) {
      const said = JSON.stringify(world.store.history(id).map(({ content }) => content))
      expect(said).toContain(`echo ${id} done`)
      expect(said).toContain(`Done in ${id}`)
      expect(world.store.conversation(id)?.state).toEqual({ type: 'idle', unfinished: null })
    }
  },
)
