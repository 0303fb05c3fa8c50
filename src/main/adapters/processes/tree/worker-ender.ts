import type { Worker } from 'node:worker_threads'
import { assertNever } from '../../../../shared/assert-never.ts'
import { createPortableEnder } from './portable-ender.ts'
import { readProcess, type EndSignal, signalGroup } from './process-table.ts'
import type { ProcessTree } from './process-tree.ts'
import type { SweepOrder, SweepReport } from './sweep-messages.ts'
import type { EndingWatcher, TreeEnder } from './tree-ender.ts'
import { guard } from '../../../runtime/guard.ts'
import { startThread } from '../../system/start-thread.ts'

/** How long the main thread waits for the worker's SIGTERM and SIGKILL before it sends its own to the group (ms). */
const FALLBACK_TERM_MS = 20
const FALLBACK_KILL_MS = 60
/** After this many deaths the worker is not restarted: then only the process group can be ended. */
const MAX_DEATHS = 5
const TERMINATE_MS = 200
/** If the system had no thread left, it is asked again after this time while something has to be ended (ms). */
const AGAIN_MS = 100

interface Pending {
  readonly tree: ProcessTree
  readonly watcher: EndingWatcher
  readonly timers: NodeJS.Timeout[]
}

/**
 * Ends trees through the sweep thread, which starts before the first process. The first scan precedes the first signal,
 * because a process whose parent has died is no longer a descendant. If the worker is silent or dead, the main thread
 * signals the group itself; a worker that starts, first or again, receives everything that is still open.
 */
export function createWorkerEnder(sweepWorker: URL): TreeEnder {
  const pending = new Map<number, Pending>()
  const lastResort = createPortableEnder(process.platform)
  let nextId = 1
  let deaths = 0
  let isClosed = false
  let worker: Worker | null = null
  let again: NodeJS.Timeout | null = null

  function startWorker(): void {
    if (isClosed || worker !== null || deaths >= MAX_DEATHS) return
    const started = startThread(sweepWorker, { name: 'sweep' })
    if (started === null) return startLater()
    worker = started
    started.unref()
    started.on('message', guard('a message from the sweep thread', take))
    // Without a listener a thread's error would end Phoenix. 'exit' follows it.
    started.on('error', () => undefined)
    const ended = guard("the sweep thread's exit", () => {
      if (!isClosed) restartWorker()
    })
    started.on('exit', ended)
    for (const [endingId, { tree }] of pending) order(started, { type: 'end', endingId, tree })
  }

  /** Until then the main thread signals the group itself; what has left the group waits. */
  function startLater(): void {
    if (pending.size === 0) return
    const start = guard('starting the sweep thread', () => {
      again = null
      startWorker()
    })
    again ??= setTimeout(start, AGAIN_MS)
  }

  function restartWorker(): void {
    deaths += 1
    worker = null
    startWorker()
    if (deaths < MAX_DEATHS) return
    for (const [endingId, { tree, watcher }] of pending)
      settle(endingId, () => lastResort.end(tree, watcher))
  }

  function take(report: SweepReport): void {
    const open = pending.get(report.endingId)
    if (open === undefined) return
    switch (report.type) {
      case 'signalled':
        clearTimeout(open.timers[0])
        return
      case 'alive':
        open.watcher.onAlive(report.processes)
        return
      case 'gone':
        settle(report.endingId, () => {
          open.watcher.onGone(report.ended)
        })
        return
      default:
        assertNever(report)
    }
  }

  function settle(endingId: number, then: () => void): void {
    for (const timer of pending.get(endingId)?.timers ?? []) clearTimeout(timer)
    pending.delete(endingId)
    then()
  }

  return {
    standBy: startWorker,
    end(tree, watcher) {
      if (isClosed || deaths >= MAX_DEATHS) return lastResort.end(tree, watcher)
      const endingId = nextId++
      const fallback = (afterMs: number, signal: EndSignal): NodeJS.Timeout =>
        setTimeout(
          guard('ending a process', () => signalOwnGroup(tree, signal)),
          afterMs,
        )
      const timers = [fallback(FALLBACK_TERM_MS, 'SIGTERM'), fallback(FALLBACK_KILL_MS, 'SIGKILL')]
      pending.set(endingId, { tree, watcher, timers })
      if (worker === null) startWorker()
      else order(worker, { type: 'end', endingId, tree })
    },
    async close() {
      isClosed = true
      if (again !== null) clearTimeout(again)
      for (const endingId of pending.keys()) settle(endingId, () => undefined)
      await lastResort.close()
      // A thread that hangs in the kernel (scanning a dead network mount) must not keep the app from quitting.
      const patience = new Promise((resolve) => setTimeout(resolve, TERMINATE_MS).unref())
      await Promise.race([worker?.terminate(), patience])
    },
  }
}

function order(worker: Worker, message: SweepOrder): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  worker.postMessage(message)
}

/** Does nothing if the leader's pid now belongs to another process, or for a tree of an earlier app. */
function signalOwnGroup({ root, isCold, isSandboxed }: ProcessTree, signal: EndSignal): void {
  if (root === null || isCold) return
  // A sandbox dies of any signal, with everything in it.
  if (isSandboxed && signal === 'SIGTERM') return
  const leader = readProcess(root.pid)
  if (leader === null || leader.startTime === root.startTime) signalGroup(root.pid, signal)
}
