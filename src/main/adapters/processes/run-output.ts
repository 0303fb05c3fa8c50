import type { ChildProcess } from 'node:child_process'
import { LiveOutput } from './live-output.ts'
import { HeadAndTail, type Printed } from './printed.ts'
import type { SpillFolder } from './spill-folder.ts'
import type { Spill } from './spill.ts'
import { createWholeCharacters } from './whole-characters.ts'

export interface RunOutput {
  /** Both pipes have ended: everything that the command and its children printed is here. */
  readonly drained: Promise<void>
  /** Lets go of the pipes, shows the rest, and waits a moment for the file of a long output. */
  finish(signal: AbortSignal): Promise<Printed>
  /** Lets go of the pipes; nothing is shown any more. */
  abandon(): void
}

export interface OutputSinks {
  readonly onOutput: (text: string) => void
  /** Asked for once, when there is more than the model gets. */
  readonly beginSpill: SpillFolder['begin']
}

/** Reads, counts and keeps what a child prints: all of it is read, so that output never stops a command. */
export function readOutput(child: ChildProcess, { onOutput, beginSpill }: OutputSinks): RunOutput {
  const kept = new HeadAndTail()
  const live = new LiveOutput(onOutput)
  let spill: Spill | null = null
  let isLong = false
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const ends = streams.map((stream) => {
    const characters = createWholeCharacters(take)
    stream.on('data', (chunk: Buffer) => {
      characters.push(chunk)
      letGo(chunk)
    })
    const ended = new Promise<void>((resolve) => {
      stream.once('end', resolve).once('error', resolve).once('close', resolve)
    })
    return { characters, ended }
  })

  function take(bytes: Buffer): void {
    if (!isLong && bytes.length > kept.room) {
      isLong = true
      spill = beginSpill(holdBack)
      spill?.push(kept.bytes())
    }
    spill?.push(bytes)
    kept.push(bytes)
    live.push(bytes)
  }

  function holdBack(isLagging: boolean): void {
    for (const stream of streams) {
      if (isLagging) stream.pause()
      else stream.resume()
    }
  }

  const release = (): void => {
    for (const stream of streams) stream.removeAllListeners('data').destroy()
  }
  return {
    drained: Promise.all(ends.map(({ ended }) => ended)).then(() => undefined),
    async finish(signal) {
      release()
      for (const { characters } of ends) characters.finish()
      live.finish()
      return kept.read((await spill?.end(signal)) ?? null)
    },
    abandon() {
      release()
      live.stop()
      spill?.drop()
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
