import { Worker } from 'node:worker_threads'
import { assertNever } from '../../../../shared/assert-never.ts'
import { createPortableEnder } from './portable-ender.ts'
import { readProcess, type EndSignal, signalGroup } from './process-table.ts'
import type { ProcessTree } from './process-tree.ts'
import type { SweepOrder, SweepReport } from './sweep-messages.ts'
import type { EndingWatcher, TreeEnder } from './tree-ender.ts'
import { guard } from '../../../runtime/guard.ts'

/** How long the main thread waits for the worker's SIGTERM and SIGKILL before it sends its own to the group (ms). */
const FALLBACK_TERM_MS = 20
const FALLBACK_KILL_MS = 60
/** After this many deaths the worker is not restarted: then only the process group can be ended. */
const MAX_DEATHS = 5
const TERMINATE_MS = 200

interface Pending {
  readonly tree: ProcessTree
  readonly watcher: EndingWatcher
  readonly timers: NodeJS.Timeout[]
}

/**
 * Ends trees through the sweep thread, which starts before the first process. The first scan precedes the first signal,
 * because a process whose parent has died is no longer a descendant. If the worker is silent or dead, the main thread
 * signals the group itself; a dead worker is restarted and receives everything that is still open.
 */
export function createWorkerEnder(sweepWorker: URL): TreeEnder {
  const pending = new Map<number, Pending>()
  const lastResort = createPortableEnder(process.platform)
  let nextId = 1
  let deaths = 0
  let isClosed = false
  let worker: Worker | null = null

  /** Null if it has died too often. */
  function running(): Worker | null {
    if (worker === null && deaths < MAX_DEATHS) worker = startWorker()
    return worker
  }

  function startWorker(): Worker {
    const started = new Worker(sweepWorker, { name: 'sweep', stdin: false, execArgv: [] })
    started.unref()
    started.on('message', guard('a message from the sweep thread', take))
    // Without a listener a thread's error would end Phoenix. 'exit' follows it.
    started.on('error', () => undefined)
    const ended = guard("the sweep thread's exit", () => {
      if (!isClosed) restartWorker()
    })
    started.on('exit', ended)
    return started
  }

  function restartWorker(): void {
    deaths += 1
    worker = null
    const next = running()
    for (const [endingId, { tree, watcher }] of pending) {
      if (next === null) settle(endingId, () => lastResort.end(tree, watcher))
      else order(next, { type: 'end', endingId, tree })
    }
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
    standBy() {
      if (!isClosed) running()
    },
    end(tree, watcher) {
      const runningWorker = isClosed ? null : running()
      if (runningWorker === null) {
        lastResort.end(tree, watcher)
        return
      }
      const endingId = nextId++
      const fallback = (afterMs: number, signal: EndSignal): NodeJS.Timeout =>
        setTimeout(
          guard('ending a process', () => signalOwnGroup(tree, signal)),
          afterMs,
        )
      const timers = [fallback(FALLBACK_TERM_MS, 'SIGTERM'), fallback(FALLBACK_KILL_MS, 'SIGKILL')]
      pending.set(endingId, { tree, watcher, timers })
      order(runningWorker, { type: 'end', endingId, tree })
    },
    async close() {
      isClosed = true
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
