import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../shared/ids.ts'
import type { LogRow } from './ports.ts'
import { SETTINGS } from './fakes/plain-settings.ts'
import { withoutNotes } from '../core/instruction-notes.ts'
import { World } from './fakes/world.ts'
import { verifyHistory } from './verify-history.ts'

const ID = 'c1' as ConversationId

function saying(text: string): World {
  const world = new World()
  world.instructions.write(text)
  return world
}

/** The inputs on record, each with what it changes. */
function inputs(world: World): readonly string[] {
  const rows: readonly LogRow[] = world.store.kept.get(ID)?.rows ?? []
  return rows.flatMap((row) => {
    if (row.kind !== 'input') return []
    const { input } = row.event
    return input.type === 'settingsChanged'
      ? [`settingsChanged ${Object.keys(input.change).join()}`]
      : [input.type]
  })
}

const system = (world: World): string => world.model.last.call.request.system

/** The texts of the newest request, in order. */
function told(world: World): readonly string[] {
  const { messages } = world.model.last.call.request
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  )
}

async function answered(world: World): Promise<void> {
  world.model.last.say('Done')
  await world.time.settle()
}

test('what the folder says goes ahead of the words of a message, and is read with it', async () => {
  const world = saying('Use tabs.')
  expect(world.instructions.reads).toBe(0)
  world.tell('Go')
  expect(inputs(world).slice(0, 3)).toEqual([
    'sessionOpened',
    'settingsChanged instructions',
    'userMessage',
  ])
  expect(world.transcript).toEqual(['system: AGENTS.md was read, 9 bytes.', 'user: Go'])
  await world.time.settle()
  expect(system(world)).toBe('Be brief.')
  expect(told(world)).toEqual([
    'Instructions for your work, from AGENTS.md. Where the user says otherwise, follow the user.\n\n<instructions>\nUse tabs.\n</instructions>',
    'Go',
  ])
})

test('a file of the folder that is not used is told once, with the reason, beside the one that is', async () => {
  const world = new World()
  world.instructions.fault = { name: 'AGENTS.md', why: 'notText' }
  await world.send('One')
  await answered(world)
  await world.send('Two')
  await answered(world)
  const told = (): readonly string[] => world.transcript.filter((line) => line.startsWith('system'))
  expect(told()).toEqual([
    expect.stringContaining('AGENTS.md of the folder is not used: it is not'),
  ])
  world.instructions.write('Use tabs.', 'CLAUDE.md')
  world.instructions.fault = { name: 'AGENTS.md', why: 'leadsOut' }
  await world.send('Three')
  expect(told().slice(1)).toEqual([
    expect.stringMatching(/AGENTS\.md .* link .* CLAUDE\.md was read/),
  ])
})

test('the system prompt stays as it is over 50 rounds, a restart and edits of AGENTS.md, and each request begins with the one before', async () => {
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
  const notes = told(world).filter((text) => text.includes('AGENTS.md'))
  expect(notes).toEqual([
    expect.stringContaining('Use tabs.'),
    expect.stringMatching(/^AGENTS\.md has changed\. This replaces[^]*Use spaces\./),
    '[AGENTS.md is gone. What it said no longer applies.]',
  ])
})

test('a summary does not lose the instructions, and the summarising model is not told them', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  world.instructions.write('Use spaces.')
  await world.send('Two')
  await answered(world)
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  expect(told(world).join()).not.toContain('Use spaces.')
  world.model.last.say('All was well.')
  await world.time.settle()
  await world.send('Three')
  expect(told(world).map((text) => text.split('\n').slice(-2).join(' '))).toEqual([
    'Use spaces. </instructions>',
    expect.stringContaining('All was well.'),
    'Two',
    'Three',
  ])
})

test('a message that is taken back takes what it told along: the next one tells it', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  const [first] = world.store.history(ID).filter(({ content }) => content.type === 'user')
  const messageId = first?.id ?? ('' as MessageId)
  await world.request('conversation.rewind', { conversationId: ID, messageId })
  await world.send('Again')
  expect(told(world)).toEqual([expect.stringContaining('Use tabs.'), 'Again'])
})

test('a conversation from before messages told instructions keeps them behind the system prompt until the next one', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  world.cancel()
  await world.time.settle()
  const kept = world.store.kept.get(ID)
  const plain = (kept?.messages ?? []).map(withoutNotes)
  kept?.messages.splice(0, kept.messages.length, ...plain)
  const again = world.restart()
  await again.request('turn.continue', { conversationId: ID })
  await again.time.settle()
  expect(system(again)).toMatch(/^Be brief\.\n\n# AGENTS\.md of the folder\n[^]*\n\nUse tabs\.$/)
  again.model.last.say('Done')
  await again.time.settle()
  again.instructions.write('Use tabs.')
  await again.send('Two')
  expect(system(again)).toBe('Be brief.')
  expect(told(again).at(-2)).toContain('Use tabs.')
})

test('a folder that says nothing changes nothing', async () => {
  const world = new World()
  await world.send('Go')
  expect(inputs(world)).toEqual(['sessionOpened', 'userMessage', 'timerFired'])
  expect(system(world)).toBe('Be brief.')
})

test('what is the same is told once; what changed goes directly ahead of the next message', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  await world.send('Two')
  await answered(world)
  expect(world.transcript.filter((line) => line.includes('AGENTS.md'))).toHaveLength(1)
  world.instructions.write('Use spaces.')
  await world.send('Three')
  expect(inputs(world).slice(-3)).toEqual([
    'settingsChanged instructions',
    'userMessage',
    'timerFired',
  ])
  expect(told(world).at(-2)).toContain('Use spaces.')
  await answered(world)
  world.instructions.found = null
  await world.send('Four')
  expect(told(world).at(-2)).toBe('[AGENTS.md is gone. What it said no longer applies.]')
  expect(world.transcript.at(-2)).toContain('no AGENTS.md or CLAUDE.md any more')
})

test('reports that wait do not come between what the folder says and the message', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.call.onStarted()
  world.instructions.write('Use tabs.')
  world.tell('And', 'm-and', 'interrupt')
  const all = inputs(world)
  expect(all[all.lastIndexOf('userMessage') - 1]).toBe('settingsChanged instructions')
  expect(all).not.toContain('llmStreamStarted')
})

test('messages that waited bring what the folder says when they go out, whoever sends them', async () => {
  const world = new World()
  await world.send('Go')
  await world.wait('later')
  world.instructions.write('Use tabs.')
  await answered(world)
  expect(inputs(world).slice(-3)).toEqual([
    'settingsChanged instructions',
    'userMessage',
    'timerFired',
  ])
  expect(told(world).join()).toContain('Use tabs.')
  await world.wait('held', 'held')
  world.instructions.write('Use spaces.')
  const send = { conversationId: ID, messageId: 'held' as MessageId, mode: 'interrupt' } as const
  expect(await world.request('outbox.send', send)).toMatchObject({ ok: true })
  await world.time.settle()
  expect(told(world).join()).toContain('Use spaces.')
})

test('Continue and Retry go on with what was read with the last message', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  world.cancel()
  await world.time.settle()
  world.instructions.write('Use spaces.')
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  expect(told(world).join()).toContain('Use tabs.')
  world.model.last.fail('auth')
  await world.time.settle()
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  expect(told(world).join()).toContain('Use tabs.')
})

test('a restart knows what was read before: nothing is read or told until the next message', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  const again = world.restart()
  expect(again.runtime.liveContext.instructions).toMatchObject([{ name: 'AGENTS.md', bytes: 9 }])
  expect(again.instructions.reads).toBe(0)
  const snapshot = await again.request('conversation.open', { conversationId: ID })
  expect(snapshot).toMatchObject({ ok: true, value: { instructions: [{ name: 'AGENTS.md' }] } })
})

test('a changed setting leaves what was read as it is', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  await answered(world)
  await world.request('conversation.configure', { conversationId: ID, systemPrompt: 'Be long.' })
  await world.request('conversation.configure', { conversationId: ID, systemPrompt: null })
  expect(world.runtime.liveContext.instructions).toMatchObject([{ bytes: 9 }])
})

test('sub-agents are told what their parent was told, and read nothing themselves', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  world.instructions.write('Use spaces.')
  const { reads } = world.instructions
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(world.children).toHaveLength(1)
  expect(system(world)).toContain('Use tabs.')
  expect(world.instructions.reads).toBe(reads)
})

/** The disk refuses, once, the step that would put a change on record. */
function refusingOneChange(world: World): void {
  const commit = world.store.commit.bind(world.store)
  world.store.commit = (step) => {
    if (!JSON.stringify(step.rows).includes('"settingsChanged"')) return commit(step)
    world.store.commit = commit
    return { ok: false, error: 'io' }
  }
}

test('a message that waits for the next step stays, held, where what the folder says cannot be put ahead of it', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  world.model.last.callBash('true')
  await world.time.settle()
  await world.wait('And', 'nextStep')
  world.instructions.write('Use spaces.')
  refusingOneChange(world)
  world.tools.last.finish('')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(world.transcript).not.toContain('user: And')
  expect(world.runtime.outbox.waiting).toMatchObject([{ id: 'And', when: 'held' }])
})

test('a message that is refused changes nothing and ends no turn, whatever the folder says and the disk does', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  world.model.last.callBash('true')
  await world.time.settle()
  const before = world.transcript
  world.instructions.write('Use spaces.')
  refusingOneChange(world)
  expect(await world.send('Two')).toEqual({ type: 'refused', reason: 'busy' })
  expect(world.state.type).toBe('toolExecuting')
  expect(world.transcript).toEqual(before)
  expect(world.runtime.liveContext.instructions).toMatchObject([{ bytes: 9 }])
})

test('a message at rest is not taken without what the folder says: the sender hears of the disk', async () => {
  const world = saying('Use tabs.')
  refusingOneChange(world)
  expect(await world.send('One')).toEqual({ type: 'failed', fault: 'io' })
  expect(world.transcript).toEqual([])
  expect(await world.send('One')).toEqual({ type: 'accepted' })
  expect(told(world).join()).toContain('Use tabs.')
})

test('what cannot be kept holds no message up: the old one counts, and the thread says so once', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  world.blobs.failing = 'full'
  world.instructions.write('Use spaces.')
  expect(await world.send('Two')).toEqual({ type: 'accepted' })
  expect(told(world).join()).toContain('Use tabs.')
  expect(world.transcript.at(-2)).toMatch(/^system: .* could not be kept: the disk is full/)
  await answered(world)
  await world.send('Three')
  expect(world.transcript.filter((line) => line.includes('disk is full'))).toHaveLength(1)
  await answered(world)
  world.blobs.failing = null
  await world.send('Four')
  expect(told(world).join()).toContain('Use spaces.')
})

test('a changed setting leaves the fault as it is: the thread says so once', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  world.blobs.failing = 'full'
  world.instructions.write('Use spaces.')
  await world.send('Two')
  await answered(world)
  world.registry.settingsChanged(SETTINGS)
  await world.request('conversation.configure', { conversationId: ID, systemPrompt: 'Be long.' })
  expect(world.runtime.liveContext.instructionsFault).toBe('full')
  await world.send('Three')
  expect(world.transcript.filter((line) => line.includes('disk is full'))).toHaveLength(1)
})

test('bytes that are gone are left out of a sub-agent’s request, and the log says so', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  world.blobs.kept.clear()
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(system(world)).toBe('Be brief.')
  expect(world.warnings).toEqual(['instructions are gone and were left out of a request'])
})

test('a folder whose reading fails in Phoenix holds no message up', async () => {
  const world = new World()
  Object.assign(world.instructions, {
    read: () => {
      throw new Error('a fault')
    },
  })
  expect(await world.send('Go')).toEqual({ type: 'accepted' })
  expect(world.warnings).toEqual(['the instructions of a folder could not be read'])
})

test('the log leads to what is stored, whatever the folder said when', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  const again = world.restart()
  again.instructions.write('Use spaces.', 'CLAUDE.md')
  await again.send('Two')
  const clock = { now: () => 0 }
  const pacing = { clock, pause: () => Promise.resolve() }
  expect(await verifyHistory(again.store.log, null, pacing)).toMatchObject({ differences: [] })
})

test('what a result has told is known over a restart, and no longer behind a summary', async () => {
  const world = new World()
  await world.send('One')
  world.model.last.callBash('true')
  await world.time.settle()
  expect(world.tools.last.run.hasTold('Use tabs.')).toBe(false)
  world.tools.last.finish('Use tabs.')
  await world.time.settle()
  await answered(world)
  const again = world.restart()
  const asks = async (text: string): Promise<boolean> => {
    await again.send(text)
    again.model.last.callBash('true')
    await again.time.settle()
    const known = again.tools.last.run.hasTold('Use tabs.')
    again.tools.last.finish('done')
    await again.time.settle()
    await answered(again)
    return known
  }
  expect(await asks('Two')).toBe(true)
  await again.request('turn.compact', { conversationId: ID })
  await again.time.settle()
  again.model.last.say('All was well.')
  await again.time.settle()
  expect(await asks('Three')).toBe(false)
})
