import type { CommandProcess } from '../spawn/command-process.ts'
import { LiveOutput } from './live-output.ts'
import { HeadAndTail, type Printed, type RawOutput } from './printed.ts'
import { readPipes } from './read-pipes.ts'
import type { SpillFolder } from './spill-folder.ts'
import type { Spill, Spilled } from './spill.ts'

export interface RunOutput {
  /** Resolves when both pipes have ended: all output of the command and its children is here. */
  readonly drained: Promise<void>
  /** Closes the pipes, shows the rest, and waits a moment for the file of a long output. */
  finish(signal: AbortSignal): Promise<Printed>
  /** Closes the pipes; nothing more is shown. */
  abandon(): void
}

export interface OutputSinks {
  readonly onOutput: (text: string) => void
  /** Called once with the complete output, for people. */
  readonly onWhole: (raw: RawOutput) => void
  /** Called once, when there is more output than the model gets. */
  readonly beginSpill: SpillFolder['begin']
}

/** Reads, counts and keeps a child's output: all of it is read, so output never blocks a command. */
export function readOutput(
  child: CommandProcess,
  { onOutput, onWhole, beginSpill }: OutputSinks,
): RunOutput {
  const kept = new HeadAndTail()
  const live = new LiveOutput(onOutput)
  let spill: Spill | null = null
  let isLong = false
  let isTold = false
  const pipes = readPipes(child, take)

  /** An aborted run is abandoned, even if it has finished just before. */
  function tell(spilled: Spilled | null): void {
    if (!isTold) onWhole(kept.raw(spilled))
    isTold = true
  }

  function take(bytes: Buffer): void {
    if (!isLong && bytes.length > kept.remaining) {
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
      tell(spilled)
      return kept.read(spilled)
    },
    abandon() {
      pipes.abandon()
      live.stop()
      if (!isTold) spill?.drop()
      tell(null)
    },
  }
}
