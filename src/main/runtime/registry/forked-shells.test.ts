import { expect, test } from 'vitest'
import { type ConversationId, type MessageId, WorkId } from '../../../shared/ids.ts'
import type { ShellPhase } from '../../../shared/conversation/shell-command.ts'
import { World } from '../fakes/world.ts'
import { user } from '../../core/testing/test-messages.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { forkedShells } from './forked-shells.ts'

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

test('finding the places of many commands does not go over a long history for each of them', () => {
  const [messages, commands] = [2_000, 200]
  let reads = 0
  const history = Array.from({ length: messages }, (_, index): Message => {
    const message = { id: `m${index}` as MessageId, at: 1, content: user('Go') }
    return Object.defineProperty({ ...message, seq: 0 }, 'seq', {
      get: () => ((reads += 1), index + 1),
    })
  })
  const shells = Array.from({ length: commands }, (_, index) => {
    const id = WorkId.parse(`w${index}`)
    const afterSeq = messages - commands + index
    return { id, command: 'ls', afterSeq, since: 1, isSandboxed: true, phase: EXITED, output: '' }
  })
  const copies = history.map(({ at, content }, index) => {
    return { id: `${FORK}.m${index + 1}` as MessageId, at, content }
  })
  const forks = forkedShells({ history, shells, throughSeq: messages }, copies, FORK)
  expect(forks.map(({ afterSeq }) => afterSeq)).toEqual(shells.map(({ afterSeq }) => afterSeq))
  expect(reads).toBeLessThan(20 * messages)
})
