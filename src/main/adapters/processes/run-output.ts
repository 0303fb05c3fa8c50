import type { ChildProcess } from 'node:child_process'
import { LiveOutput } from './live-output.ts'
import { HeadAndTail, type Printed } from './printed.ts'
import { createWholeCharacters } from './whole-characters.ts'

export interface RunOutput {
  /** Both pipes have ended: everything that the command and its children printed is here. */
  readonly drained: Promise<void>
  /** Lets go of the pipes and shows the rest. */
  finish(): Printed
  /** Lets go of the pipes; nothing is shown any more. */
  abandon(): void
}

/** Reads, counts and keeps what a child prints: all of it is read, so that output never stops a command. */
export function readOutput(child: ChildProcess, onOutput: (text: string) => void): RunOutput {
  const kept = new HeadAndTail()
  const live = new LiveOutput(onOutput)
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const ends = streams.map((stream) => {
    const characters = createWholeCharacters((bytes) => {
      kept.push(bytes)
      live.push(bytes)
    })
    stream.on('data', (chunk: Buffer) => {
      characters.push(chunk)
      letGo(chunk)
    })
    const ended = new Promise<void>((resolve) => {
      stream.once('end', resolve).once('error', resolve).once('close', resolve)
    })
    return { characters, ended }
  })

  const release = (): void => {
    for (const stream of streams) stream.removeAllListeners('data').destroy()
  }
  return {
    drained: Promise.all(ends.map(({ ended }) => ended)).then(() => undefined),
    finish() {
      release()
      for (const { characters } of ends) characters.finish()
      live.finish()
      return kept.read()
    },
    abandon() {
      release()
      live.stop()
    },
  }
}

/**
 * Gives a chunk's memory back now, since all that is wanted of it has been copied: at a gigabyte a second the collector
 * would let a hundred megabytes of chunks gather. Every chunk read from a pipe has a buffer of its own.
 */
function letGo({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
