import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { guard } from '../../runtime/guard.ts'

/** The longest message of a server, in bytes: an image of 5 MB fits. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
/** How much of a server's output is read per time slice; the rest waits in its pipe, and the server with it. */
export const SLICE_MS = 100
export const LINES_A_SLICE = 400
const BYTES_A_SLICE = 4 * 1024 * 1024

export interface LineSink {
  onLine(line: string): void
  /** Called for a line longer than a message may be. Nothing follows it. */
  onTooLong(): void
  /** Called when the output has ended and all its lines were passed on. */
  onEnd(): void
}

/** Passes on a server's output line by line. A flood is slowed down: it costs the server's time, not the host's. */
export function readLines(stream: Readable, sink: LineSink): () => void {
  let parts: Buffer[] = []
  let waiting: Buffer = Buffer.alloc(0)
  let length = 0
  let lines = 0
  let bytes = 0
  let timer: NodeJS.Timeout | null = null
  let hasEnded = false
  let isOver = false

  function stop(): void {
    isOver = true
    if (timer !== null) clearTimeout(timer)
    stream.removeListener('data', onData)
    stream.destroy()
    parts = []
    waiting = Buffer.alloc(0)
  }

  function isSpent(): boolean {
    return lines >= LINES_A_SLICE || bytes >= BYTES_A_SLICE
  }

  function nextSlice(): void {
    timer = null
    lines = 0
    bytes = 0
    take()
    if (!isOver && timer === null) stream.resume()
  }

  function pause(): void {
    stream.pause()
    timer ??= setTimeout(guard('the next slice of a server', nextSlice), SLICE_MS)
  }

  /** Takes complete lines from the received data, as many as the slice allows. */
  function take(): void {
    for (;;) {
      if (isOver) return
      if (isSpent()) return pause()
      const end = waiting.indexOf(10)
      if (end < 0) break
      const line = [...parts, waiting.subarray(0, end)]
      parts = []
      length = 0
      waiting = waiting.subarray(end + 1)
      lines += 1
      sink.onLine(Buffer.concat(line).toString().replace(/\r$/, ''))
    }
    if (hasEnded) return sink.onEnd()
    if (waiting.length === 0) return
    parts.push(waiting)
    length += waiting.length
    waiting = Buffer.alloc(0)
    if (length <= MAX_MESSAGE_BYTES) return
    stop()
    sink.onTooLong()
  }

  const onData = guard("a server's output", (chunk: Buffer) => {
    bytes += chunk.length
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    take()
  })
  stream.on('data', onData)
  stream.on(
    'end',
    guard("the end of a server's output", () => {
      hasEnded = true
      take()
    }),
  )
  // Its exit reports the reason.
  stream.on('error', () => undefined)
  stream.resume()
  return stop
}

const LOG_BYTES_A_SLICE = 256 * 1024

/** Reads a server's log output, slowed down in the same way. */
export function readLog(stream: Readable, onText: (text: string) => void): () => void {
  // A character can be split between two chunks.
  const decoder = new StringDecoder()
  let bytes = 0
  let timer: NodeJS.Timeout | null = null
  const nextSlice = guard('the next slice of a log', () => {
    timer = null
    bytes = 0
    stream.resume()
  })
  const take = guard("a server's log", (chunk: Buffer) => {
    bytes += chunk.length
    onText(decoder.write(chunk))
    if (bytes < LOG_BYTES_A_SLICE || timer !== null) return
    stream.pause()
    timer = setTimeout(nextSlice, SLICE_MS)
  })
  stream.on('data', take)
  // Its exit reports the reason.
  stream.on('error', () => undefined)
  stream.resume()
  return () => {
    if (timer !== null) clearTimeout(timer)
    stream.removeListener('data', take)
    stream.destroy()
  }
}
