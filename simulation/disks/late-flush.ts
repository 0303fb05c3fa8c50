import { createFlushQueue, type FlushQueue } from '../../src/main/adapters/sqlite/flush-queue.ts'
import type { Disk } from './disk.ts'
import type { RunOptions } from '../runs/run-options.ts'
import type { SimulationContext } from '../faults/simulation-context.ts'

/** One run in this many has such a disk. */
const LATE = 4
/** One flush in this many fails. */
const FAILING = 200

/** The flush state of a disk. */
export interface FlushedDisk {
  readonly queue: FlushQueue
  readonly isLate: boolean
  /** The number of writes so far. */
  readonly written: number
  /** The number of writes that would survive a power cut. */
  readonly flushed: number
  /** The contents that a power cut would leave; null: everything. */
  readonly survivors: Disk | null
  /** Ends this life of the disk. */
  close(): void
}

interface PowerCutHooks {
  /** Returns a copy of everything written so far. */
  readonly copy: () => Disk
  /** Judges the contents that a power cut would leave now. */
  readonly judge: (survivors: Disk) => void
  /** Called when a flush failed: the connection must be replaced. */
  readonly onFailed: () => void
}

/**
 * Returns the flushes for one life. Runs with randomness per folder (I34) get no slow disk, which all conversations would
 * share.
 */
export function createFlushes(
  { isolation, seed }: Pick<RunOptions, 'isolation' | 'seed'>,
  world: SimulationContext,
  hooks: PowerCutHooks,
): FlushedDisk {
  const isLate = isolation === null && seed % LATE === LATE - 1
  return isLate ? lateFlushes(world, hooks) : promptFlushes()
}

/** A disk whose flushes end some time after the write, or fail. */
function lateFlushes(
  world: SimulationContext,
  { copy, judge, onFailed }: PowerCutHooks,
): FlushedDisk {
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
    get flushed() {
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

/** A disk on which each write is flushed when it returns. */
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
    get flushed() {
      return written
    },
    survivors: null,
    close: () => {},
  }
}
