import type { ProcessTree } from './process-tree.ts'
import type { AliveProcess } from './sweep-messages.ts'

/** Ends whole trees of processes and keeps at it until nothing is left of them. Never throws. */
export interface TreeEnder {
  end(tree: ProcessTree, watcher: EndingWatcher): void
  /** Stops trying. */
  close(): Promise<void>
}

export interface EndingWatcher {
  /** What has not died of SIGKILL so far; each call replaces the one before. */
  onAlive(processes: readonly AliveProcess[]): void
  /** The last word: how many processes had to be ended. */
  onGone(ended: number): void
}
