import type { CommandProcess } from '../spawn/command-process.ts'
import { createWholeCharacters } from './whole-characters.ts'
import { guard } from '../../../runtime/guard.ts'

export interface Pipes {
  /** Resolves when both pipes have ended: all output of the command and its children has been passed on. */
  readonly drained: Promise<void>
  /** Pauses reading until told to continue: the command waits meanwhile. */
  readonly holdBack: (isLagging: boolean) => void
  /** Closes the pipes and passes on the beginning of a character that never arrived completely. */
  release(): void
  /** Closes the pipes; nothing more is passed on. */
  abandon(): void
}

/** Passes on a child's output in whole characters. All of it is read, so output never blocks a command. */
export function readPipes(
  { stderr, stdout }: CommandProcess,
  onBytes: (bytes: Buffer) => void,
): Pipes {
  const streams = [stdout, stderr]
  const ends = streams.map((stream) => {
    const characters = createWholeCharacters(onBytes)
    const take = guard("a command's output", (chunk: Buffer) => {
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
 * Frees a chunk's memory now, because everything needed has been copied: at a gigabyte a second the garbage collector
 * would let a hundred megabytes of chunks accumulate. Every chunk read from a pipe has its own buffer.
 */
function letGo({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}
