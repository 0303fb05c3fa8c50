import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { HostFrame } from '../../../shared/protocol/frames.ts'
import type { Flushed } from '../../runtime/ports/store.ts'
import { holdFrames } from './hold-frames.ts'

const frame = (id: number): HostFrame => ({ type: 'response', id, result: ok({}) })

/** A connection over a disk whose flushes end when the test says so. */
class TestConnection {
  readonly sent: unknown[] = []
  isCut = false
  flushing: Flushed | Promise<Flushed> = 'kept'
  #end: (flushed: Flushed) => void = () => {}
  readonly send = holdFrames({
    store: { flushing: () => this.flushing },
    send: (sent) => this.sent.push('id' in sent ? sent.id : sent),
    cut: () => (this.isCut = true),
  })

  write(): void {
    const { promise, resolve } = Promise.withResolvers<Flushed>()
    this.flushing = promise
    this.#end = resolve
  }

  async flushed(how: Flushed): Promise<void> {
    this.#end(how)
    this.flushing = how
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

test('a frame waits for the flush of the writes before it, and later frames wait behind it', async () => {
  const connection = new TestConnection()
  connection.send(frame(1))
  expect(connection.sent).toEqual([1])
  connection.write()
  connection.send(frame(2))
  connection.send(frame(3))
  expect(connection.sent).toEqual([1])
  await connection.flushed('kept')
  expect(connection.sent).toEqual([1, 2, 3])
  connection.send(frame(4))
  expect(connection.sent).toEqual([1, 2, 3, 4])
})

test('no frame overtakes one that is about to be sent', async () => {
  const connection = new TestConnection()
  connection.write()
  connection.send(frame(1))
  connection.flushing = 'kept'
  connection.send(frame(2))
  expect(connection.sent).toEqual([])
  await connection.flushed('kept')
  expect(connection.sent).toEqual([1, 2])
})

test('after a failed flush held frames are dropped: the client must reconnect, and receives later frames', async () => {
  const connection = new TestConnection()
  connection.write()
  connection.send(frame(1))
  await connection.flushed('failed')
  expect([connection.sent, connection.isCut]).toEqual([[], true])
  connection.send(frame(2))
  expect(connection.sent).toEqual([2])
})

test('the report of a slow disk waits for no disk', () => {
  const connection = new TestConnection()
  connection.write()
  const slow: HostFrame = { type: 'host.storage', trouble: 'slow' }
  connection.send(frame(1))
  connection.send(slow)
  expect(connection.sent).toEqual([slow])
})

test('a hanging disk holds a limited number of frames', async () => {
  const connection = new TestConnection()
  connection.write()
  for (let n = 0; n < 1_024; n++) connection.send(frame(n))
  expect(connection.isCut).toBe(false)
  connection.send(frame(1_024))
  expect([connection.sent, connection.isCut]).toEqual([[], true])
})
