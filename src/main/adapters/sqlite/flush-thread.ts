import { fdatasync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { guard } from '../../runtime/guard.ts'

export interface FlushThread {
  /** Call it again only after `done`. */
  flush(file: number, done: (error: unknown) => void): void
  close(): void
}

const THREAD = `
  const { fdatasyncSync } = require('node:fs')
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (file) => {
    let error = null
    try { fdatasyncSync(file) } catch (thrown) { error = String(thrown) }
    parentPort.postMessage(error)
  })
`

/**
 * A thread that only flushes. Those that Node shares among all calls of the file system are no place for it: four calls that hang in a
 * dead network folder would hold up everything that waits for a flush. If the thread ends by itself, they have to do.
 */
export function startFlushThread(): FlushThread {
  let current: { readonly file: number; readonly done: (error: unknown) => void } | null = null
  let isOver = false
  const thread = new Worker(THREAD, { eval: true, name: 'flush', stdin: false, execArgv: [] })
  thread.unref()

  function end(error: unknown): void {
    const ended = current
    current = null
    ended?.done(error)
  }

  const over = guard("the flush thread's exit", () => {
    isOver = true
    if (current !== null) fdatasync(current.file, end)
  })
  thread.on('message', guard('the end of a flush', end))
  // 'exit' follows it. Without a listener it would end Phoenix.
  thread.on('error', () => undefined)
  thread.on('exit', over)

  return {
    flush: (file, done) => {
      current = { file, done }
      if (isOver) return fdatasync(file, end)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(file)
    },
    close: () => void thread.terminate(),
  }
}
