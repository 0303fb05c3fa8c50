import type { CommandProcess } from '../spawn/command-process.ts'
import { createWholeCharacters } from './whole-characters.ts'
import { guard } from '../../../runtime/guard.ts'

export interface Pipes {
  /** Both have ended: everything that the command and its children printed was handed out. */
  readonly drained: Promise<void>
  /** Reads no more until it is told to go on: the command waits meanwhile. */
  readonly holdBack: (isLagging: boolean) => void
  /** Lets go of them and hands out the start of a character that never came whole. */
  release(): void
  /** Lets go of them; nothing is handed out any more. */
  abandon(): void
}

/** Hands out what a child prints in whole characters. All of it is read, so that output never stops a command. */
export function readPipes(
  { stderr, stdout }: CommandProcess,
  onBytes: (bytes: Buffer) => void,
): Pipes {
  const streams = [stdout, stderr]
  const ends = streams.map((stream) => {
    const characters = createWholeCharacters(onBytes)
    const take = guard('the output of a command', (chunk: Buffer) => {
      characters.push(chunk)
      letGo(chunk)
    })
    stream.on('data', take).resume()
    const ended = new Promise<void>((resolve) => {
      stream.once('end', resolve).once('error', resolve).once('close', resolve)
    })
    return { characters, ended }
  })
  const abandon = (): void => {
    for (const stream of streams) stream.removeAllListeners('data').destroy()
  }
  return {
    drained: Promise.all(ends.map(({ ended }) => ended)).then(() => undefined),
    holdBack: (isLagging) => {
      for (const stream of streams) {
        if (isLagging) stream.pause()
        else stream.resume()
      }
    },
    release() {
      abandon()
      for (const { characters } of ends) characters.finish()
    },
    abandon,
  }
}

/**
 * Gives a chunk's memory back now, since all that is wanted of it has been copied: at a gigabyte a second the collector
 * would let a hundred megabytes of chunks gather. Every chunk read from a pipe has a buffer of its own.
 */
function letGo({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
