import { expect, test } from 'vitest'
import { withModelNames } from '../../../client/words/model-words.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { World } from '../fakes/world.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

const THOUGHT = { type: 'thinking', text: 'Hm.', signature: 'sig' } as const

/** A conversation whose model has thought, and refuses what it thought. */
async function refusing(): Promise<World> {
  const world = new World()
  await world.send('One')
  world.model.last.reply([THOUGHT, { type: 'text', text: 'First' }], 'endTurn')
  await world.time.settle()
  await world.send('Two')
  world.model.last.refuse({ type: 'thinking' })
  await world.time.settle()
  return world
}

function sentBy(world: World): string {
  return JSON.stringify(world.model.last.call.request.messages)
}

test('a refused request is changed and sent again at once, and so is each later one', async () => {
  const world = await refusing()
  expect(world.model.requests).toHaveLength(3)
  expect(sentBy(world)).not.toContain('Hm.')
  world.model.last.reply(
    [
      { ...THOUGHT, text: 'Anew.' },
      { type: 'text', text: 'Second' },
    ],
    'endTurn',
  )
  await world.time.settle()
  await world.send('Three')
  expect(sentBy(world)).not.toContain('Hm.')
  expect(sentBy(world)).toContain('Anew.')
  expect(world.lifecycle).toContain('requestRepaired')
  expect(world.warnings).toEqual([])
})

test('a repair survives a restart, and the log rebuilds it', async () => {
  const world = await refusing()
  const again = world.restart()
  await again.time.settle()
  await again.send('Three')
  expect(sentBy(again)).not.toContain('Hm.')
  const pacing = { clock: { now: () => 0 }, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

test('with nothing left to change or to summarise the turn ends and nothing is sent again', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.refuse({ type: 'thinking' })
  await world.time.settle()
  expect(world.model.requests).toHaveLength(1)
  expect(world.state).toMatchObject({ type: 'error', kind: 'invalidRequest' })
  await world.send('Two')
  world.model.last.replyText('Yes')
  await world.time.settle()
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})

test('people read the name of the model in the note about a repair', async () => {
  const context = testContext()
  const primary = { ...context.primary, model: 'claude-opus-4-8' }
  const world = new World(undefined, undefined, { context: { ...context, primary } })
  await world.send('One')
  world.model.last.reply([THOUGHT, { type: 'text', text: 'First' }], 'endTurn')
  await world.time.settle()
  await world.send('Two')
  world.model.last.refuse({ type: 'thinking' })
  await world.time.settle()
  const note = (world.transcript.at(-1) ?? '').replace('repair: ', '')
  expect(withModelNames(note)).toMatch(/^Claude Opus 4\.8 refused the request\. /)
})
