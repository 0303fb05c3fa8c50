import type { ChildProcess } from 'node:child_process'
import { createWholeCharacters } from './whole-characters.ts'

export interface Pipes {
  /** Both have ended: everything that the command and its children printed was handed out. */
  readonly drained: Promise<void>
  /** Lets go of them and hands out what is held back. */
  release(): void
}

/** Hands out what a child prints in whole characters. All of it is read, so that output never stops a command. */
export function readPipes(child: ChildProcess, onBytes: (bytes: Buffer) => void): Pipes {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const ends = streams.map((stream) => {
    const characters = createWholeCharacters(onBytes)
    stream.on('data', (chunk: Buffer) => {
      characters.push(chunk)
      letGo(chunk)
    })
    const ended = new Promise<void>((resolve) => {
      stream.once('end', resolve).once('error', resolve).once('close', resolve)
    })
    return { characters, ended }
  })
  return {
    drained: Promise.all(ends.map(({ ended }) => ended)).then(() => undefined),
    release() {
      for (const stream of streams) stream.removeAllListeners('data').destroy()
      for (const { characters } of ends) characters.finish()
    },
  }
}

/**
 * Gives a chunk's memory back now, since all that is wanted of it has been copied: the collector would let a hundred
 * megabytes of chunks gather. Every chunk read from a pipe has a buffer of its own.
 */
function letGo({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
