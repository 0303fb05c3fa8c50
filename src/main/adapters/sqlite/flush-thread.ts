import type { Worker } from 'node:worker_threads'
import { guard } from '../../runtime/guard.ts'
import type { Inode } from '../files/open-file.ts'
import { startThread } from '../system/start-thread.ts'

/** A file that was written, and the path that it gets once it is on disk; null if it is already at its path. */
export interface UnflushedFile {
  readonly written: string
  readonly place: string | null
}

/** Flushed in this order: a file is on disk before the step that names it. */
export interface FlushBatch {
  readonly files: readonly UnflushedFile[]
  /** The descriptor of the journal; null if nothing was written to it. */
  readonly journal: number | null
  /**
   * Must be there afterwards: what is written to a file that was removed or replaced is lost, though the system takes it.
   */
  readonly inPlace: readonly FileIdentity[]
}

/** A file at a path, and no other one there. */
export interface FileIdentity extends Inode {
  readonly path: string
}

export interface FlushThread {
  /** Call this again only after `done`. */
  flush(batch: FlushBatch, done: (error: unknown) => void): void
  close(): void
}

const THREAD = `
  const { closeSync, existsSync, fdatasyncSync, fsyncSync, openSync, renameSync, statSync } = require('node:fs')
  const { dirname } = require('node:path')
  const { parentPort } = require('node:worker_threads')
  const flush = (path, flags) => {
    const file = openSync(path, flags)
    try { fsyncSync(file) } finally { closeSync(file) }
  }
  parentPort.on('message', ({ files, inPlace, isAgain, journal }) => {
    let error = null
    try {
      for (const { place, written } of files) {
        // The thread before this one was at work on it, too.
        const isInPlace = isAgain && place !== null && !existsSync(written)
        if (!isInPlace) flush(written, 'r+')
        if (!isInPlace && place !== null) renameSync(written, place)
        if (process.platform !== 'win32') flush(dirname(written), 'r')
      }
      if (journal !== null) fdatasyncSync(journal)
      for (const { dev, ino, path } of inPlace) {
        const now = statSync(path)
        if (now.dev !== dev || now.ino !== ino) throw new Error(path + ' was replaced by another file')
      }
    } catch (thrown) { error = String(thrown) }
    parentPort.postMessage(error)
  })
`

const NO_THREAD = new Error('there is no flush thread')

/**
 * A thread that only flushes. Node's shared threads for the file system are unsuitable: four calls that hang in a dead
 * network folder would block everything that waits for a flush. If the thread ends by itself, it is replaced once.
 */
export function startFlushThread(): FlushThread {
  let current: { readonly batch: FlushBatch; readonly done: (error: unknown) => void } | null = null
  let isClosed = false
  let mayBeReplaced = true
  let thread = start()

  function end(error: unknown): void {
    const ended = current
    current = null
    mayBeReplaced = true
    ended?.done(error)
  }

  function start(): Worker | null {
    const started = startThread(THREAD, { name: 'flush' })
    if (started === null) return null
    started.unref()
    started.on('message', guard('the end of a flush', end))
    // 'exit' follows it. Without a listener it would end Phoenix.
    started.on('error', () => undefined)
    started.on('exit', guard("the flush thread's exit", over))
    return started
  }

  function over(): void {
    if (isClosed) return
    thread = mayBeReplaced ? start() : null
    mayBeReplaced = false
    if (current !== null) post(current.batch, true)
  }

  function post(batch: FlushBatch, isAgain: boolean): void {
    if (thread === null) return end(NO_THREAD)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ ...batch, isAgain })
  }

  return {
    flush: (batch, done) => {
      current = { batch, done }
      thread ??= start()
      post(batch, false)
    },
    close: () => {
      isClosed = true
      void thread?.terminate()
    },
  }
}
