import type { CommandProcess } from '../spawn/command-process.ts'
import { LiveOutput } from './live-output.ts'
import { HeadAndTail, type Printed, type RawOutput } from './printed.ts'
import { readPipes } from './read-pipes.ts'
import type { SpillFolder } from './spill-folder.ts'
import type { Spill } from './spill.ts'

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
  /** Told once: all that was printed, for people. */
  readonly onWhole: (raw: RawOutput) => void
  /** Asked for once, when there is more than the model gets. */
  readonly beginSpill: SpillFolder['begin']
}

/** Reads, counts and keeps what a child prints: all of it is read, so that output never stops a command. */
export function readOutput(
  child: CommandProcess,
  { onOutput, onWhole, beginSpill }: OutputSinks,
): RunOutput {
  const kept = new HeadAndTail()
  const live = new LiveOutput(onOutput)
  let spill: Spill | null = null
  let isLong = false
  const pipes = readPipes(child, take)

  function take(bytes: Buffer): void {
    if (!isLong && bytes.length > kept.room) {
      isLong = true
      spill = beginSpill(pipes.holdBack)
      spill?.push(kept.bytes())
    }
    spill?.push(bytes)
    kept.push(bytes)
    live.push(bytes)
  }

  return {
    drained: pipes.drained,
    async finish(signal) {
      pipes.release()
      live.finish()
      const spilled = (await spill?.end(signal)) ?? null
      onWhole(kept.raw(spilled))
      return kept.read(spilled)
    },
    abandon() {
      pipes.abandon()
      live.stop()
      onWhole(kept.raw(null))
      spill?.drop()
    },
  }
}
