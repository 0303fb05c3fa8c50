import { expect, test } from 'vitest'
import type { Flushed } from '../ports/store.ts'
import { World } from '../fakes/world.ts'

/** From now on the disk is slow, until the answer is called. */
function slowDisk({ store }: World): (flushed: Flushed) => void {
  const { promise, resolve } = Promise.withResolvers<Flushed>()
  store.flushed = promise
  return (flushed) => {
    store.flushed = flushed
    resolve(flushed)
  }
}

test('a request is sent once it is on disk', async () => {
  const world = new World()
  const end = slowDisk(world)
  await world.send('Go')
  expect([world.state.type, world.model.open.length]).toEqual(['llmRequesting', 0])
  end('kept')
  await world.time.settle()
  world.model.last.replyText('Done')
  await world.time.settle()
  expect(world.transcript).toEqual(['user: Go', 'agent: Done'])
})

test('a tool runs once its intent is on disk', async () => {
  const world = new World()
  await world.send('Go')
  const end = slowDisk(world)
  world.model.last.callBash('make')
  await world.time.settle()
  expect([world.state.type, world.tools.runs.length]).toEqual(['toolExecuting', 0])
  end('kept')
  await world.time.settle()
  expect(world.tools.last.command).toBe('make')
})

test('a title is requested once the turn is on disk, and not at all if the disk failed', async () => {
  const world = new World()
  world.wantsTitles = true
  await world.send('Go')
  const end = slowDisk(world)
  world.model.last.replyText('Done')
  await world.time.settle()
  expect([world.state.type, world.model.requests.length]).toEqual(['idle', 1])
  end('kept')
  await world.time.settle()
  expect(world.model.requests).toHaveLength(2)
  const lost = new World()
  lost.wantsTitles = true
  await lost.send('Go')
  const endLost = slowDisk(lost)
  lost.model.last.replyText('Done')
  await lost.time.settle()
  endLost('failed')
  await lost.time.settle()
  expect(lost.model.requests).toHaveLength(1)
})

test('a Stop waits for no disk: running work is stopped in the same tick, and pending work does not start', async () => {
  const world = new World()
  await world.send('Go')
  world.model.last.callBash('make')
  await world.time.settle()
  const end = slowDisk(world)
  world.cancel()
  expect(world.tools.last.stopReason).toBe('user')
  world.tools.last.finish('', 'aborted')
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  await world.send('Again')
  world.cancel()
  await world.time.settle()
  expect(world.state.type).toBe('idle')
  end('kept')
  await world.time.settle()
  expect(world.model.open).toEqual([])
})

test('nothing starts after a failed flush', async () => {
  const world = new World()
  const end = slowDisk(world)
  await world.send('Go')
  world.store.failing = 'io'
  end('failed')
  await world.time.settle()
  expect(world.model.open).toEqual([])
  expect(world.state).toMatchObject({ type: 'error', kind: 'storage' })
})
