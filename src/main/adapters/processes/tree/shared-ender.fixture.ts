import { existsSync } from 'node:fs'
import { threadSource } from '../../system/thread-source.fixture.ts'
import { createPortableEnder } from './portable-ender.ts'
import type { AliveProcess } from './sweep-messages.ts'
import type { TreeEnder } from './tree-ender.ts'
import { createWorkerEnder } from './worker-ender.ts'

export const SWEEP_WORKER = threadSource('./sweep-worker.ts', import.meta.url)

const shared = createWorkerEnder(SWEEP_WORKER)

/**
 * An ender for one supervisor, on a sweep thread that all supervisors of this process share: to start a thread takes
 * 70 ms of processor time. Its close ends only the reports.
 */
export function sharedEnder(): TreeEnder {
  if (!existsSync('/proc/self/stat')) return createPortableEnder(process.platform)
  let isClosed = false
  const open =
    <Given extends unknown[]>(report: (...given: Given) => void) =>
    (...given: Given): void => {
      if (!isClosed) report(...given)
    }
  return {
    standBy: () => shared.standBy?.(),
    end(tree, watcher) {
      if (isClosed) return
      shared.end(tree, {
        onAlive: open((processes: readonly AliveProcess[]) => watcher.onAlive(processes)),
        onGone: open((ended: number) => watcher.onGone(ended)),
        onUnknown: open(() => watcher.onUnknown()),
      })
    },
    close() {
      isClosed = true
      return Promise.resolve()
    },
  }
}
