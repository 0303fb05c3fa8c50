import { createFlushQueue, type FlushQueue } from '../../src/main/adapters/sqlite/flush-queue.ts'
import type { Disk } from './disk.ts'
import type { RunOptions } from '../runs/run-options.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'

/** One of so many runs has such a disk. */
const LATE = 4
/** One of so many flushes fails. */
const FAILING = 200

/** How far what is written is on the disk. */
export interface FlushedDisk {
  readonly queue: FlushQueue
  readonly isLate: boolean
  /** So many writes were made. */
  readonly written: number
  /** So many of them survive a power cut. */
  readonly kept: number
  /** What a power cut would leave of the disk; null: all of it. */
  readonly survivors: Disk | null
  /** This life is over. */
  close(): void
}

interface Power {
  /** All that is written by now. */
  readonly copy: () => Disk
  /** This is what a power cut would leave right now. */
  readonly judge: (survivors: Disk) => void
  /** A flush failed: the connection must be replaced. */
  readonly onFailed: () => void
}

/** The disk of one life. Conversations that draw nothing from each other share no slow disk. */
export function flushesOf(
  { apart, seed }: Pick<RunOptions, 'apart' | 'seed'>,
  world: SimulationContext,
  power: Power,
): FlushedDisk {
  const isLate = apart === null && seed % LATE === LATE - 1
  return isLate ? lateFlushes(world, power) : promptFlushes()
}

/** A disk whose flushes end a while after the write, or fail. */
function lateFlushes(world: SimulationContext, { copy, judge, onFailed }: Power): FlushedDisk {
  let written = 0
  let kept = 0
  let survivors = copy()
  let isOver = false
  const queue = createFlushQueue({
    flush: (done) => {
      const through = written
      const flushed = copy()
      const { choices, faults, schedule } = world
      const isFailing = !faults.isHealed && choices.int(FAILING) === FAILING - 1
      const ms = choices.pick(0, 1, 5, 40, 2_000)
      schedule.after(ms, 'world', 'a flush', () => {
        if (ms === 2_000) world.sometimes('a flush took two seconds')
        if (isOver) return flushed.close()
        judge(survivors)
        const gone = isFailing ? flushed : survivors
        if (!isFailing) [kept, survivors] = [through, flushed]
        gone.close()
        done(isFailing ? new Error('EIO') : null)
      })
    },
    onFailed: () => {
      world.note('a flush failed')
      world.sometimes('a flush failed')
      onFailed()
    },
  })
  const wrote = (): void => {
    written += 1
    queue.wrote()
  }
  return {
    isLate: true,
    queue: {
      wrote,
      flushing: () => queue.flushing(),
      get hasFailed() {
        return queue.hasFailed
      },
      stop: () => queue.stop(),
    },
    get written() {
      return written
    },
    get kept() {
      return kept
    },
    get survivors() {
      return kept === written ? null : survivors
    },
    close: () => {
      isOver = true
      survivors.close()
    },
  }
}

/** Each write is on the disk when it returns. */
function promptFlushes(): FlushedDisk {
  let written = 0
  return {
    isLate: false,
    queue: {
      wrote: () => void (written += 1),
      flushing: () => 'kept',
      hasFailed: false,
      stop: () => {},
    },
    get written() {
      return written
    },
    get kept() {
      return written
    },
    survivors: null,
    close: () => {},
  }
}
