import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import { withoutNotes } from '../../core/request/instruction-notes.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

function saying(text: string): World {
  const world = new World()
  world.instructions.write(text)
  return world
}

const system = (world: World): string => world.model.last.call.request.system

/** The texts of the newest request, in order. */
function requestTexts(world: World): readonly string[] {
  const { messages } = world.model.last.call.request
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  )
}

async function answered(world: World): Promise<void> {
  world.model.last.replyText('Done')
  await world.time.settle()
}

test('the system prompt stays the same over 50 rounds, a restart and edits of AGENTS.md, and each request begins with the previous one', async () => {
  let world = saying('Use tabs.')
  let before: readonly string[] = []
  const check = (): void => {
    const { system: head, tools, messages } = world.model.last.call.request
    const blocks = messages.flatMap(({ role, blocks: each }) =>
      each.map((block) => JSON.stringify([role, block])),
    )
    const now = [JSON.stringify([head, tools]), ...blocks]
    expect(now.slice(0, before.length)).toEqual(before)
    before = now
  }
  for (let message = 1; message <= 5; message++) {
    if (message === 2) world.instructions.write('Use spaces.')
    if (message === 3) {
      world = world.restart()
      world.instructions.write('Use spaces.')
    }
    if (message === 4) world.instructions.found = null
    await world.send(`Message ${message}`)
    for (let round = 1; round <= 10; round++) {
      check()
      world.model.last.callBash(`echo ${message} ${round}`)
      await world.time.settle()
      world.tools.last.finish(`${round}`)
      await world.time.settle()
    }
    check()
    await answered(world)
  }
  const notes = requestTexts(world).filter((text) => text.includes('AGENTS.md'))
  expect(notes).toEqual([
    expect.stringContaining('Use tabs.'),
    expect.stringMatching(/^AGENTS\.md has changed\. This replaces[^]*Use spaces\./),
    '[AGENTS.md is gone. What it said no longer applies.]',
  ])
})

test('a summary does not lose the instructions, and is told not to repeat them', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  world.instructions.write('Use spaces.')
  await world.send('Two')
  await answered(world)
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(requestTexts(world).at(-1)).toContain(
    'Leave out your system prompt and the instructions from files',
  )
  world.model.last.replyText('All was well.')
  await world.time.settle()
  await world.send('Three')
  expect(requestTexts(world).map((text) => text.split('\n').slice(-2).join(' '))).toEqual([
    'Use spaces. </instructions>',
    expect.stringContaining('All was well.'),
    'Two',
    'Three',
  ])
})

test('a rewound message takes its instructions with it: the next one sends them', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  const [first] = world.store.history(ID).filter(({ content }) => content.type === 'user')
  const messageId = first?.id ?? ('' as MessageId)
  await world.request('conversation.rewind', { conversationId: ID, messageId })
  await world.send('Again')
  expect(requestTexts(world)).toEqual([expect.stringContaining('Use tabs.'), 'Again'])
})

test('a conversation from before instruction messages keeps its instructions after the system prompt until the next message', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  world.cancel()
  await world.time.settle()
  const kept = world.store.records.get(ID)
  const plain = (kept?.messages ?? []).map(withoutNotes)
  kept?.messages.splice(0, kept.messages.length, ...plain)
  const again = world.restart()
  await again.request('turn.continue', { conversationId: ID })
  await again.time.settle()
  expect(system(again)).toMatch(
    /^Be brief\.\n\nThe model you run on: claude-test\n\n# AGENTS\.md of the folder\n[^]*\n\nUse tabs\.$/,
  )
  again.model.last.replyText('Done')
  await again.time.settle()
  again.instructions.write('Use tabs.')
  await again.send('Two')
  expect(system(again)).toBe('Be brief.\n\nThe model you run on: claude-test')
  expect(requestTexts(again).at(-2)).toContain('Use tabs.')
})

test('instructions sent in a result are still known after a restart, but not after a summary', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.callBash('true')
  await world.time.settle()
  expect(world.tools.last.run.isKnownToModel('Use tabs.')).toBe(false)
  world.tools.last.finish('Use tabs.')
  await world.time.settle()
  await answered(world)
  const again = world.restart()
  const asks = async (text: string): Promise<boolean> => {
    await again.send(text)
    again.model.last.callBash('true')
    await again.time.settle()
    const known = again.tools.last.run.isKnownToModel('Use tabs.')
    again.tools.last.finish('done')
    await again.time.settle()
    await answered(again)
    return known
  }
  expect(await asks('Two')).toBe(true)
  await again.request('turn.compact', { conversationId: ID })
  await again.time.settle()
  again.model.last.replyText('All was well.')
  await again.time.settle()
  expect(await asks('Three')).toBe(false)
})

test('a sub-agent is asked once instructions can be read that could not be for some seconds', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  world.blobs.unread = 'too many files are open'
  world.model.last.spawn('Look')
  await world.time.advance(4_000)
  const asked = world.model.requests.length
  world.blobs.unread = null
  await world.time.advance(6_000)
  expect(world.model.requests).toHaveLength(asked + 1)
  expect(world.model.last.call.request.system).toContain('Use tabs.')
})

test('instructions that cannot be read for a moment are not called gone, and nothing is asked without them', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  world.blobs.unread = 'too many files are open'
  await world.send('Two')
  expect(requestTexts(world).join()).not.toContain('is gone')
  const asked = world.model.requests.length
  world.model.last.spawn('Look')
  await world.time.advance(10_000)
  // The sub-agent has nothing but its system prompt that could tell it.
  expect(world.model.requests.slice(asked).map(({ call }) => call.conversationId)).toEqual([ID])
  expect(JSON.stringify(world.model.last.call.request.messages)).toContain(
    'AGENTS.md cannot be read right now: too many files are open. Nothing was sent.',
  )
})
