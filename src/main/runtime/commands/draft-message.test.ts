import { expect, test } from 'vitest'
import type { ConversationId } from '../../../shared/ids.ts'
import type { ReviewedFile } from '../../../shared/conversation/review.ts'
import { ok } from '../../../shared/result.ts'
import { EMPTY_PORTS } from '../fakes/absent/empty-ports.ts'
import { World } from '../fakes/world.ts'
import { reviewHandlers } from './review-handlers.ts'

const ID = 'c1' as ConversationId
const CHANGED: ReviewedFile = {
  path: 'a.ts',
  from: null,
  what: 'changed',
  hunks: '@@ -1 +1 @@\n-one\n+two',
  added: 1,
  removed: 1,
  note: null,
}

/** The folder has these changes. */
function drafting(files: readonly ReviewedFile[], world = new World()) {
  const { registry, runtime, store } = world
  const review = {
    ...EMPTY_PORTS.review,
    workingTree: () => Promise.resolve(ok({ files, notes: [] })),
  }
  const handlers = reviewHandlers({ ...EMPTY_PORTS, registry, review, store } as never, {
    find: () => ok(runtime),
  })
  const draft = () => handlers['review.draftMessage']({ conversationId: ID }, world.client)
  return { world, draft }
}

test('a model writes the message from the changes of the folder; the conversation has no part in it', async () => {
  const { draft, world } = drafting([CHANGED])
  const drafted = draft()
  await world.time.settle()
  const { request } = world.model.last.call
  expect(JSON.stringify(request.messages)).toContain('+two')
  expect(request.tools).toEqual([])
  world.model.last.replyText('Say two')
  expect(await drafted).toEqual(ok({ message: 'Say two', problem: null }))
  expect(world.state.type).toBe('idle')
  expect(world.store.history(ID)).toEqual([])
})

test('a newer request, a client that leaves and the limit each end it', async () => {
  const { draft, world } = drafting([CHANGED])
  const stopped = ok({ message: null, problem: null })
  const asked = async () => {
    await world.time.settle()
    return world.model.last
  }
  const first = draft()
  const firstAsk = await asked()
  const second = draft()
  firstAsk.fail('aborted')
  expect(await first).toEqual(stopped)
  const secondAsk = await asked()
  await world.time.advance(10_000)
  secondAsk.fail('aborted')
  const problem = 'The model took longer than 10 seconds.'
  expect(await second).toEqual(ok({ message: null, problem }))
  const third = draft()
  const thirdAsk = await asked()
  world.client.close()
  expect(thirdAsk.call.signal.reason).toEqual({ reason: 'user' })
  thirdAsk.fail('aborted')
  expect(await third).toEqual(stopped)
})

test('a request that fails says why, and an answer without words too', async () => {
  const { draft, world } = drafting([CHANGED])
  const failed = draft()
  await world.time.settle()
  world.model.last.fail('overloaded')
  expect(await failed).toMatchObject({
    value: { message: null, problem: expect.stringContaining('The model wrote no message:') },
  })
  const empty = draft()
  await world.time.settle()
  world.model.last.replyText(' ')
  expect(await empty).toMatchObject({
    value: { message: null, problem: 'The model’s answer contained no message.' },
  })
})

test('without changes nothing is asked', async () => {
  const { draft, world } = drafting([])
  expect(await draft()).toMatchObject({ ok: false, error: { code: 'invalidInput' } })
  expect(world.model.requests).toHaveLength(0)
})
