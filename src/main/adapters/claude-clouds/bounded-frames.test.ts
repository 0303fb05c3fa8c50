import { expect, test } from 'vitest'
import { AWS_STREAM, chunkFrame } from '../../../../e2e/fake-model-server/aws-frames.ts'
import { LIMITS, OverLimit } from '../model-api/faults/limits.ts'
import { boundedFrames } from './bounded-frames.ts'

function through(pieces: Iterable<Uint8Array>, head: ResponseInit = AWS_STREAM): Promise<Buffer> {
  const response = boundedFrames(new Response(ReadableStream.from(pieces), head))
  return response.arrayBuffer().then((bytes) => Buffer.from(bytes))
}

/** A frame of this many bytes, of which only the length is read. */
function frame(bytes: number): Buffer {
  const whole = Buffer.alloc(bytes)
  whole.writeUInt32BE(bytes)
  return whole
}

test('frames pass unchanged, wherever they are split', async () => {
  const bytes = Buffer.concat([
    chunkFrame({ type: 'ping' }),
    chunkFrame('two'),
    chunkFrame('three'),
  ])
  for (const size of [1, 3, 7, 100, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(await through(pieces)).toEqual(bytes)
  }
})

test('the length that a frame announces is checked against the limit of an event', async () => {
  const large = frame(LIMITS.event.bytes)
  expect(await through([large])).toHaveLength(large.length)
  const larger = Buffer.alloc(4)
  larger.writeUInt32BE(LIMITS.event.bytes + 1)
  for (const pieces of [[larger], [chunkFrame('x'), larger.subarray(0, 2), larger.subarray(2)]]) {
    await expect(through(pieces)).rejects.toEqual(new OverLimit('event'))
  }
})

test('all frames together are checked against the limit of a stream', async () => {
  const piece = frame(LIMITS.event.bytes)
  const pieces = Array.from({ length: LIMITS.stream.bytes / piece.length + 1 }, () => piece)
  await expect(through(pieces)).rejects.toEqual(new OverLimit('stream'))
})

test('data that is not framed is ignored', async () => {
  const json = { headers: { 'content-type': 'application/json' } }
  const large = Buffer.alloc(16, 255)
  expect(await through([large], json)).toEqual(large)
})
