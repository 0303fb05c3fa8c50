import type { ProcessTree } from './process-tree.ts'
import type { AliveProcess } from './sweep-messages.ts'

/** Ends whole process trees until nothing is left of them. Never throws. */
export interface TreeEnder {
  /** Called when a process is about to start that it may have to end. */
  standBy?(): void
  end(tree: ProcessTree, watcher: EndingWatcher): void
  /** Stops trying. */
  close(): Promise<void>
}

export interface EndingWatcher {
  /** The processes that have survived SIGKILL so far; each call replaces the previous one. */
  onAlive(processes: readonly AliveProcess[]): void
  /** The last report, with the number of processes that had to be ended. */
  onGone(ended: number): void
  /** The last report, too: something may be left, but it may as well be unrelated, so it is not touched. */
  onUnknown(): void
}
