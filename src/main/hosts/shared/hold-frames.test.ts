import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { HostFrame } from '../../../shared/protocol/frames.ts'
import type { Flushed } from '../../runtime/ports/store.ts'
import { holdFrames } from './hold-frames.ts'

const frame = (id: number): HostFrame => ({ type: 'response', id, result: ok({}) })

/** A connection over a disk whose flushes end when the test says so. */
class Line {
  readonly sent: unknown[] = []
  isCut = false
  flushing: Flushed | Promise<Flushed> = 'kept'
  private end: (flushed: Flushed) => void = () => {}
  readonly send = holdFrames({
    store: { flushing: () => this.flushing },
    send: (sent) => this.sent.push('id' in sent ? sent.id : sent),
    cut: () => (this.isCut = true),
  })

  write(): void {
    const { promise, resolve } = Promise.withResolvers<Flushed>()
    this.flushing = promise
    this.end = resolve
  }

  async flushed(how: Flushed): Promise<void> {
    this.end(how)
    this.flushing = how
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
}

test('a frame waits for the flush of the writes before it, and later frames wait behind it', async () => {
  const line = new Line()
  line.send(frame(1))
  expect(line.sent).toEqual([1])
  line.write()
  line.send(frame(2))
  line.send(frame(3))
  expect(line.sent).toEqual([1])
  await line.flushed('kept')
  expect(line.sent).toEqual([1, 2, 3])
  line.send(frame(4))
  expect(line.sent).toEqual([1, 2, 3, 4])
})

test('no frame overtakes one that is about to be sent', async () => {
  const line = new Line()
  line.write()
  line.send(frame(1))
  line.flushing = 'kept'
  line.send(frame(2))
  expect(line.sent).toEqual([])
  await line.flushed('kept')
  expect(line.sent).toEqual([1, 2])
})

test('after a failed flush held frames are dropped: the client must reconnect, and receives later frames', async () => {
  const line = new Line()
  line.write()
  line.send(frame(1))
  await line.flushed('failed')
  expect([line.sent, line.isCut]).toEqual([[], true])
  line.send(frame(2))
  expect(line.sent).toEqual([2])
})

test('the report of a slow disk waits for no disk', () => {
  const line = new Line()
  line.write()
  const slow: HostFrame = { type: 'host.storage', trouble: 'slow' }
  line.send(frame(1))
  line.send(slow)
  expect(line.sent).toEqual([slow])
})

test('a hanging disk holds a limited number of frames', async () => {
  const line = new Line()
  line.write()
  for (let n = 0; n < 1_024; n++) line.send(frame(n))
  expect(line.isCut).toBe(false)
  line.send(frame(1_024))
  expect([line.sent, line.isCut]).toEqual([[], true])
})
