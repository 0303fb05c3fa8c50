import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread of our own. Null if the system has none left, which Node reports by throwing: a command that starts too many
 * processes is enough. The next attempt may succeed. `source`: a file, or the code itself.
 */
export function startThread(source: URL | string, options: WorkerOptions): Worker | null {
  const isCode = typeof source === 'string'
  try {
    return new Worker(source, { stdin: false, execArgv: [], eval: isCode, ...options })
  } catch {
    return null
  }
}
