import { crc32 } from 'node:zlib'
import type { Reply, Step, StreamEvent } from './reply.ts'

/** One message of an Amazon event stream, according to its documentation: lengths, checksums, text headers. */
export function awsFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const parts = Object.entries(headers).map(([name, value]) => {
    const [key, text] = [Buffer.from(name), Buffer.from(value)]
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([7]), length, text])
  })
  const head = Buffer.concat(parts)
  const body = Buffer.from(payload)
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + head.length + body.length, 0)
  prelude.writeUInt32BE(head.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const message = Buffer.concat([prelude, head, body])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(message))
  return Buffer.concat([message, sum])
}

const JSON_TYPE = { ':content-type': 'application/json' }

/** An event of the Messages API as Bedrock wraps it. */
export function chunkFrame(data: StreamEvent['data']): Buffer {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const bytes = Buffer.from(text).toString('base64')
  const headers = { ':event-type': 'chunk', ...JSON_TYPE, ':message-type': 'event' }
  return awsFrame(headers, JSON.stringify({ bytes, p: 'abcdefgh' }))
}

/** A failure in the middle of the stream, as `throttlingException`. */
export function exceptionFrame(name: string, message: string): Buffer {
  const headers = { ':exception-type': name, ...JSON_TYPE, ':message-type': 'exception' }
  return awsFrame(headers, JSON.stringify({ message }))
}

export const AWS_STREAM = {
  status: 200,
  headers: { 'content-type': 'application/vnd.amazon.eventstream' },
}

/** A stream of exactly these frames. */
export function ofFrames(frames: readonly Buffer[]): Reply {
  return { head: AWS_STREAM, steps: frames.map((bytes): Step => ({ type: 'send', bytes })) }
}

/** An error as Bedrock reports it: its name is in a header. */
export function awsRefusal(status: number, name: string, message: string): Reply {
  const type = `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/`
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': type }
  const steps: Step[] = [{ type: 'send', bytes: JSON.stringify({ message }) }]
  return { head: { status, headers }, steps }
}
