import { expect, test } from 'vitest'
import type { ClientFrame, HostFrame } from '../../../shared/protocol/frames.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import { World } from '../../runtime/fakes/world.ts'
import { MAX_OPEN_REQUESTS, serve } from './serve.ts'

test('R25: a client that waits for too many answers is refused more, may still stop, and is served again once some have come', async () => {
  const world = new World()
  const received: HostFrame[] = []
  const held: (() => void)[] = []
  world.folders.complete = async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return []
  }
  const { speak } = served(world, (frame) => received.push(frame))
  const ask = (id: number): void =>
    speak({ type: 'request', id, command: 'folder.complete', input: { text: '/' } })
  for (let id = 0; id < MAX_OPEN_REQUESTS; id += 1) ask(id)
  await world.time.settle()
  expect(received).toEqual([])
  ask(MAX_OPEN_REQUESTS)
  const refused = { id: MAX_OPEN_REQUESTS, result: { ok: false, error: { code: 'busy' } } }
  expect(received).toMatchObject([refused])
  speak({ type: 'cancel', id: 5_000, conversationId: 'c1' as ConversationId })
  await world.time.settle()
  expect(received.at(-1)).toMatchObject({ id: 5_000, result: { ok: true } })
  held[0]?.()
  await expect.poll(() => received.at(-1)).toMatchObject({ id: 0, result: { ok: true } })
  ask(6_000)
  await world.time.settle()
  expect(held).toHaveLength(MAX_OPEN_REQUESTS + 1)
})

test('a client that was closed gets no answer: what a quit cut short is not said to have failed', async () => {
  const world = new World()
  const received: HostFrame[] = []
  const made = Promise.withResolvers<void>()
  world.folders.complete = async () => {
    await made.promise
    return []
  }
  const { client, speak } = served(world, (frame) => received.push(frame))
  speak({ type: 'request', id: 1, command: 'folder.complete', input: { text: '/' } })
  await world.time.settle()
  client.close()
  made.resolve()
  await world.time.settle()
  speak({ type: 'request', id: 2, command: 'app.open', input: {} })
  speak({ type: 'cancel', id: 3, conversationId: 'c1' as ConversationId })
  await world.time.settle()
  expect(received).toEqual([])
})

function served(world: World, send: (frame: HostFrame) => void) {
  const listeners: ((frame: ClientFrame) => void)[] = []
  const client = serve(
    {
      send,
      onFrame: (listener) => listeners.push(listener),
      onClose: () => undefined,
      close: () => expect.fail('closed'),
    },
    {
      handlers: world.handlers,
      registry: world.registry,
      log: { warn: (what) => expect.fail(what) },
      store: world.store,
      onDamage: () => expect.fail('damage'),
    },
  )
  return { client, speak: (frame: ClientFrame): void => listeners[0]?.(frame) }
}
