import { expect, test } from 'vitest'
import { type ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ShellPhase } from '../../../shared/conversation/shell-command.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId
const FORK = 'fork' as ConversationId
const EXITED: ShellPhase = { type: 'exited', code: 0, at: 9 }

function run(world: World, command: string, afterSeq: number, phase: ShellPhase = EXITED): void {
  const id = WorkId.parse(command)
  const row = { id, command, afterSeq, since: 5, isSandboxed: false, phase, output: command }
  world.store.beginShellCommand(ID, row)
}

async function answered(world: World, question: string): Promise<void> {
  await world.send(question)
  world.model.last.replyText(`About ${question}`)
  await world.time.settle()
}

async function forked(world: World, throughSeq: number | null) {
  const asked = { conversationId: ID, newConversationId: FORK, throughSeq }
  expect(await world.request('conversation.fork', asked)).toMatchObject({ ok: true })
  return world.store.shellCommands(FORK, { from: 0, before: 100 })
}

test("a fork takes along the person's shell commands up to its place, after the same messages, and no running ones", async () => {
  const world = new World()
  await answered(world, 'one')
  await answered(world, 'two')
  run(world, 'before', 0)
  run(world, 'first', 2)
  run(world, 'watching', 2, { type: 'running' })
  run(world, 'last', 3)
  run(world, 'later', 4)
  const shells = await forked(world, 3)
  expect(shells).toMatchObject([
    { command: 'before', afterSeq: 0, phase: EXITED, output: 'before' },
    { command: 'first', afterSeq: 2 },
    { command: 'last', afterSeq: 3 },
  ])
  expect(new Set(shells.map(({ id }) => id)).size).toBe(3)
  expect(world.store.shellCommands(ID, { from: 0, before: 100 })).toHaveLength(5)
})

test('rewound messages keep the commands run in between; later commands follow the same message', async () => {
  const world = new World()
  await answered(world, 'one')
  await answered(world, 'goes')
  await world.request('conversation.rewind', { conversationId: ID, messageId: null })
  await answered(world, 'stays')
  run(world, 'in between', 3)
  run(world, 'afterwards', 7)
  expect((await forked(world, 7)).map(({ afterSeq, command }) => [command, afterSeq])).toEqual([
    ['afterwards', 4],
  ])
})

test('a fork that begins with a summary takes no shell commands along', async () => {
  const world = new World()
  await answered(world, 'one')
  run(world, 'first', 2)
  expect(await forked(world, null)).toEqual([])
})
