import { setTimeout as delay } from 'node:timers/promises'
import { beginEnding, stepEnding } from '../src/main/adapters/processes/tree/ending.ts'
import { createPortableEnder } from '../src/main/adapters/processes/tree/portable-ender.ts'
import { procTable, readProcess } from '../src/main/adapters/processes/tree/process-table.ts'
import type { ProcessTree } from '../src/main/adapters/processes/tree/process-tree.ts'

/** A process that the kernel does not end must not delay the other benches. */
const PATIENCE_MS = 10_000

/** A process and its future descendants, to be ended later. Its run token is in the environment it was started with. */
export function treeOf(pid: number, runToken: string): ProcessTree {
  const startTime = readProcess(pid)?.startTime ?? 0
  return { root: { pid, startTime }, runToken, isCold: false, isSandboxed: false }
}

/** Ends a process with all its descendants, and everything started with its run token. */
export async function endProcesses(tree: ProcessTree): Promise<void> {
  if (process.platform === 'linux') await endByTable(tree)
  else await endPortably(tree)
}

async function endByTable(tree: ProcessTree): Promise<void> {
  const ending = beginEnding(tree, performance.now())
  while (performance.now() - ending.startedAt < PATIENCE_MS) {
    const step = stepEnding(ending, procTable.rows(), procTable, performance.now())
    if (step.type === 'gone') return
    await delay(Math.max(0, ending.dueAt - performance.now()))
  }
}

async function endPortably(tree: ProcessTree): Promise<void> {
  const ender = createPortableEnder(process.platform)
  const over = new AbortController()
  const gone = new Promise<void>((resolve) => {
    ender.end(tree, { onAlive: () => {}, onGone: () => resolve(), onUnknown: resolve })
  })
  const patience = delay(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([gone, patience])
  over.abort()
  await ender.close()
}
