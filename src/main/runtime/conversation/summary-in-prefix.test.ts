import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import { testContext } from '../../core/testing/test-context.ts'
import type { ModelCall } from '../ports/ports.ts'
import { World } from '../fakes/world.ts'

const ID = 'c1' as ConversationId

/** A conversation with a model that reads so many tokens; each reply counts as so many. */
function worldWith(contextTokens: number, usedTokens: number): World {
  const context = testContext()
  const limits = { ...context.primary.limits, contextTokens }
  const world = new World(undefined, undefined, {
    context: { ...context, primary: { ...context.primary, limits }, effort: 'high' },
  })
  world.model.usage = { ...world.model.usage, inputTokens: usedTokens }
  return world
}

/** Its last request, to which it answers with a call. */
async function runs(world: World): Promise<ModelCall> {
  await world.send('Look around')
  const { call } = world.model.last
  world.model.last.callBash('ls')
  await world.time.settle()
  world.tools.last.finish('a.ts')
  await world.time.settle()
  return call
}

async function compact(world: World): Promise<ModelCall> {
  await world.request('turn.compact', { conversationId: ID })
  await world.time.settle()
  return world.model.last.call
}

function blocksOf({ request }: ModelCall): readonly string[] {
  return request.messages.flatMap(({ role, blocks }) =>
    blocks.map((block) => `${role} ${JSON.stringify(block)}`),
  )
}

/** It holds all of the other, in the same frame, and more. */
function expectBehind(summary: ModelCall, before: ModelCall): void {
  expect(summary.request.system).toBe(before.request.system)
  expect(summary.request.tools).toEqual(before.request.tools)
  expect(summary.request.tools.length).toBeGreaterThan(0)
  expect(summary.effort).toBe(before.effort)
  const held = blocksOf(before)
  expect(blocksOf(summary).slice(0, held.length)).toEqual(held)
  expect(blocksOf(summary).at(-1)).toContain('Summarise the conversation above')
}

/** It holds the conversation as one text, and no tools. */
function expectApart({ request }: ModelCall): void {
  expect(request.system).toMatch(/^You summarise/)
  expect(request.tools).toEqual([])
  expect(request.messages).toHaveLength(1)
}

test('a context that is too long is summarised behind the previous request, with the same tools and effort', async () => {
  const world = worldWith(100_000, 92_000)
  const before = await runs(world)
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  expectBehind(world.model.last.call, before)
  world.model.last.replyText('They looked.')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'reply' })
  expect(world.transcript.at(-1)).toBe('summary: They looked.')
})

test('a manual summary follows the previous request, at any length', async () => {
  const world = worldWith(100_000, 1_000)
  await runs(world)
  const before = world.model.last.call
  world.model.last.replyText('Looked.')
  await world.time.settle()
  expectBehind(await compact(world), before)
})

test('a model that continues its work instead runs nothing, and gets a separate request for the summary', async () => {
  const world = worldWith(100_000, 1_000)
  await runs(world)
  world.model.last.replyText('Looked.')
  await world.time.settle()
  await compact(world)
  const ran = world.tools.runs.length
  world.model.last.callBash('rm -r .')
  await world.time.settle()
  expectApart(world.model.last.call)
  expect(world.tools.runs).toHaveLength(ran)
  world.model.last.replyText('They looked.')
  await world.time.settle()
  expect(world.transcript.at(-1)).toBe('summary: They looked.')
  expect(world.state).toEqual({ type: 'idle', unfinished: null })
})

test('a summary without room behind the history is requested separately', async () => {
  const world = worldWith(100_000, 96_000)
  await runs(world)
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  expectApart(world.model.last.call)
})

test('if the server rejects the length before our estimate does, a separate summary is requested at once', async () => {
  const world = worldWith(100_000, 1_000)
  await runs(world)
  world.model.last.fail('contextFull')
  await world.time.settle()
  expect(world.state).toMatchObject({ type: 'llmRequesting', purpose: 'compaction' })
  expectApart(world.model.last.call)
})

test('a server that refuses the summary behind the history gets a separate request for it', async () => {
  const world = worldWith(100_000, 92_000)
  await runs(world)
  world.model.last.refuse({ type: 'unclear' })
  await world.time.settle()
  expectApart(world.model.last.call)
  expect(modelName(world.model.last.call.provider)).toBe(modelName(testContext().primary))
})
