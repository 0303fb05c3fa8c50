import { expect, test } from 'vitest'
import type { ConversationId, MessageId } from '../../../shared/ids.ts'
import type { LogRow } from '../ports/history-store.ts'
import { SETTINGS } from '../fakes/plain-settings.ts'
import { World } from '../fakes/world.ts'
import { verifyHistory } from '../commands/history/verify-history.ts'

const ID = 'c1' as ConversationId

function saying(text: string): World {
  const world = new World()
  world.instructions.write(text)
  return world
}

/** The inputs on record, each with what it changes. */
function inputs(world: World): readonly string[] {
  const rows: readonly LogRow[] = world.store.records.get(ID)?.rows ?? []
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

test('folder instructions go ahead of the text of a message, and are read with it', async () => {
  const world = saying('Use tabs.')
  expect(world.instructions.reads).toBe(0)
  world.sendNow('Go')
  expect(inputs(world).slice(0, 3)).toEqual([
    'sessionOpened',
    'settingsChanged instructions',
    'userMessage',
  ])
  expect(world.transcript).toEqual(['system: AGENTS.md was read, 9 bytes.', 'user: Go'])
  await world.time.settle()
  expect(system(world)).toBe('Be brief.\n\nThe model you run on: claude-test')
  expect(requestTexts(world)).toEqual([
    'Instructions for your work, from AGENTS.md. If the user says otherwise, follow the user.\n\n<instructions>\nUse tabs.\n</instructions>',
    'Go',
  ])
})

test('an unused file of the folder is reported once, with the reason, next to the used one', async () => {
  const world = new World()
  world.instructions.fault = { name: 'AGENTS.md', why: 'notText' }
  await world.send('One')
  await answered(world)
  await world.send('Two')
  await answered(world)
  const systemLines = (): readonly string[] =>
    world.transcript.filter((line) => line.startsWith('system'))
  expect(systemLines()).toEqual([
    expect.stringContaining('AGENTS.md of the folder is not used: it is not'),
  ])
  world.instructions.write('Use tabs.', 'CLAUDE.md')
  world.instructions.fault = { name: 'AGENTS.md', why: 'leadsOut' }
  await world.send('Three')
  expect(systemLines().slice(1)).toEqual([
    expect.stringMatching(/AGENTS\.md .* link .* CLAUDE\.md was read/),
  ])
})

test('a folder without instructions changes nothing', async () => {
  const world = new World()
  await world.send('Go')
  expect(inputs(world)).toEqual(['sessionOpened', 'userMessage', 'timerFired'])
  expect(system(world)).toBe('Be brief.\n\nThe model you run on: claude-test')
})

test('unchanged instructions are sent once; changed ones go directly ahead of the next message', async () => {
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
  expect(requestTexts(world).at(-2)).toContain('Use spaces.')
  await answered(world)
  world.instructions.found = null
  await world.send('Four')
  expect(requestTexts(world).at(-2)).toBe('[AGENTS.md is gone. What it said no longer applies.]')
  expect(world.transcript.at(-2)).toContain('no longer has an AGENTS.md or CLAUDE.md')
})

test('waiting reports do not come between the instructions and the message', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.call.onStarted()
  world.instructions.write('Use tabs.')
  world.sendNow('And', 'm-and', 'interrupt')
  const all = inputs(world)
  expect(all[all.lastIndexOf('userMessage') - 1]).toBe('settingsChanged instructions')
  expect(all).not.toContain('llmStreamStarted')
})

test('waiting messages take the instructions along when they are sent, whoever sends them', async () => {
  const world = new World()
  await world.send('Go')
  await world.putInOutbox('later')
  world.instructions.write('Use tabs.')
  await answered(world)
  expect(inputs(world).slice(-3)).toEqual([
    'settingsChanged instructions',
    'userMessage',
    'timerFired',
  ])
  expect(requestTexts(world).join()).toContain('Use tabs.')
  await world.putInOutbox('held', 'held')
  world.instructions.write('Use spaces.')
  const send = { conversationId: ID, messageId: 'held' as MessageId, mode: 'interrupt' } as const
  expect(await world.request('outbox.send', send)).toMatchObject({ ok: true })
  await world.time.settle()
  expect(requestTexts(world).join()).toContain('Use spaces.')
})

test('Continue and Retry use the instructions read with the last message', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  world.cancel()
  await world.time.settle()
  world.instructions.write('Use spaces.')
  await world.request('turn.continue', { conversationId: ID })
  await world.time.settle()
  expect(requestTexts(world).join()).toContain('Use tabs.')
  world.model.last.fail('auth')
  await world.time.settle()
  await world.request('turn.retry', { conversationId: ID })
  await world.time.settle()
  expect(requestTexts(world).join()).toContain('Use tabs.')
})

test('after a restart nothing is read or sent until the next message', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  const again = world.restart()
  expect(again.runtime.liveContext.instructions).toMatchObject([{ name: 'AGENTS.md', bytes: 9 }])
  expect(again.instructions.reads).toBe(0)
  const snapshot = await again.request('conversation.open', { conversationId: ID })
  expect(snapshot).toMatchObject({ ok: true, value: { instructions: [{ name: 'AGENTS.md' }] } })
})

test('a changed setting leaves the instructions as they are', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  await answered(world)
  await world.request('conversation.configure', { conversationId: ID, systemPrompt: 'Be long.' })
  await world.request('conversation.configure', { conversationId: ID, systemPrompt: null })
  expect(world.runtime.liveContext.instructions).toMatchObject([{ bytes: 9 }])
})

test('sub-agents receive what their parent received, and read nothing themselves', async () => {
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

test('a message for the next step stays, held, if the instructions cannot be put ahead of it', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  world.model.last.callBash('true')
  await world.time.settle()
  await world.putInOutbox('And', 'nextStep')
  world.instructions.write('Use spaces.')
  refusingOneChange(world)
  world.tools.last.finish('')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
  expect(world.transcript).not.toContain('user: And')
  expect(world.runtime.outbox.waiting).toMatchObject([{ id: 'And', when: 'held' }])
})

test('a refused message changes nothing and ends no turn, whatever the instructions and the disk', async () => {
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

test('a message at rest is not accepted without its instructions: the sender hears about the disk', async () => {
  const world = saying('Use tabs.')
  refusingOneChange(world)
  expect(await world.send('One')).toEqual({ type: 'failed', fault: 'io' })
  expect(world.transcript).toEqual([])
  expect(await world.send('One')).toEqual({ type: 'accepted' })
  expect(requestTexts(world).join()).toContain('Use tabs.')
})

test('instructions that cannot be saved delay no message: the old ones apply, and the thread says so once', async () => {
  const world = saying('Use tabs.')
  await world.send('One')
  await answered(world)
  world.blobs.failing = 'full'
  world.instructions.write('Use spaces.')
  expect(await world.send('Two')).toEqual({ type: 'accepted' })
  expect(requestTexts(world).join()).toContain('Use tabs.')
  expect(world.transcript.at(-2)).toMatch(/^system: .* could not be saved: the disk is full/)
  await answered(world)
  await world.send('Three')
  expect(world.transcript.filter((line) => line.includes('disk is full'))).toHaveLength(1)
  await answered(world)
  world.blobs.failing = null
  await world.send('Four')
  expect(requestTexts(world).join()).toContain('Use spaces.')
})

test('a changed setting does not repeat the notice: the thread says so once', async () => {
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

test('missing bytes are left out of a sub-agent’s request, and the log says so', async () => {
  const world = saying('Use tabs.')
  await world.send('Go')
  world.blobs.blobs.clear()
  world.model.last.spawn('Look')
  await world.time.settle()
  expect(system(world)).toBe('Be brief.\n\nThe model you run on: claude-test')
  expect(world.warnings).toEqual(['instructions are gone and were left out of a request'])
})

test('a folder whose reading fails in Phoenix delays no message', async () => {
  const world = new World()
  Object.assign(world.instructions, {
    read: () => {
      throw new Error('a fault')
    },
  })
  expect(await world.send('Go')).toEqual({ type: 'accepted' })
  expect(world.warnings).toEqual(['the instructions of a folder could not be read'])
})

test('the log rebuilds what is stored, whatever the instructions were at the time', async () => {
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
