import treeKill from 'tree-kill'
import { GRACE_MS } from './ending.ts'
import { type EndSignal, signalGroup } from './process-table.ts'
import type { ProcessTree } from './process-tree.ts'
import type { EndingWatcher, TreeEnder } from './tree-ender.ts'
import { guard } from '../../../runtime/guard.ts'

const POLL_MS = [1, 2, 5, 10, 20, 50, 100, 250, 1_000]

/**
 * Ends trees where there is no /proc to scan: tree-kill for the descendants (pgrep on macOS, taskkill on Windows) and
 * the process group. On Linux tree-kill is not used: it would start a `ps` for each process, which takes 10 ms and
 * more, is not installed everywhere, and if missing ends Phoenix by an 'error' event that tree-kill does not listen to.
 * There this ender is only the fallback when the sweep thread cannot be kept alive.
 *
 * Without start times a recorded tree cannot be distinguished from an unrelated process that got its pid: it is never
 * signalled, and only reported as gone if nothing has its pid any more.
 */
export function createPortableEnder(platform: NodeJS.Platform): TreeEnder {
  const timers = new Set<NodeJS.Timeout>()

  function later(afterMs: number, run: () => void): void {
    const due = guard('ending a process', () => {
      timers.delete(timer)
      run()
    })
    const timer = setTimeout(due, afterMs)
    timers.add(timer)
  }

  function signal(pid: number, name: EndSignal): void {
    if (platform !== 'linux' && isAlive(pid)) treeKill(pid, name, () => undefined)
    if (platform !== 'win32') signalGroup(pid, name)
  }

  function poll(pid: number, watcher: EndingWatcher, startedAt: number, round: number): void {
    const elapsed = performance.now() - startedAt
    if (!isAlive(platform === 'win32' ? pid : -pid)) {
      watcher.onGone(round === 0 ? 0 : 1)
      return
    }
    if (round === 0) signal(pid, 'SIGTERM')
    if (elapsed >= GRACE_MS) signal(pid, 'SIGKILL')
    if (elapsed >= 6 * GRACE_MS) watcher.onAlive([{ pid, startTime: 0, command: '' }])
    const pause = POLL_MS[round] ?? 1_000
    const untilKill = elapsed < GRACE_MS ? GRACE_MS - elapsed : pause
    later(Math.min(pause, untilKill), () => {
      poll(pid, watcher, startedAt, round + 1)
    })
  }

  return {
    end(tree: ProcessTree, watcher) {
      if (tree.isCold) return mayBeLeft(tree, platform) ? watcher.onUnknown() : watcher.onGone(0)
      if (tree.root === null) watcher.onGone(0)
      else poll(tree.root.pid, watcher, performance.now(), 0)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
      return Promise.resolve()
    },
  }
}

/** On Linux a tree without a known root can still be found by its token, by a later start with a sweep thread. */
function mayBeLeft({ root }: ProcessTree, platform: NodeJS.Platform): boolean {
  if (root === null) return platform === 'linux'
  return isAlive(root.pid) || (platform !== 'win32' && isAlive(-root.pid))
}

/** A process or, with a negative number, a group. One of another user counts as alive. */
function isAlive(target: number): boolean {
  try {
    return process.kill(target, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
