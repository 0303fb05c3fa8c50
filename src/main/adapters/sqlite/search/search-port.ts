import type { Worker } from 'node:worker_threads'
import { assertNever } from '../../../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../../../shared/result.ts'
import { guard } from '../../../runtime/guard.ts'
import type { Log } from '../../../runtime/ports/ports.ts'
import type { SearchFault, SearchPort } from '../../../runtime/ports/search-port.ts'
import { startThread } from '../../system/start-thread.ts'
import { systemTimers } from '../../system/system-clock.ts'
import type { SearchOrder, SearchReport } from './search-messages.ts'

/** A longer search is abandoned, together with its thread (ms). */
const LONGEST_MS = 10_000
const CLOSING_MS = 200
/** After this many restarts without an answer in between, the thread is not started again. */
const MAX_RESTARTS = 5
/** Clean-up runs once per this many steps. */
const TENDED_EVERY = 16
/** Without a search, the thread starts this long after the program, which is busy with other work at first (ms). */
const STARTS_AFTER_MS = 2_000

type Answer = Result<unknown, SearchFault>
type SearchRequest = Extract<SearchOrder, { type: 'find' | 'within' }>

interface Pending {
  readonly settle: (answer: Answer) => void
}

export interface Search extends SearchPort {
  /** Call this after each step that wrote something searchable. */
  written(): void
  close(): Promise<void>
}

export interface SearchOptions {
  readonly worker: URL
  /** The database file. */
  readonly file: string
  readonly log: Log
  /** The steps of earlier programs that have not been merged yet (countUnmerged). */
  readonly untended?: number
}

/** Searches in a separate thread, which starts when it has work, and is restarted if it ends by itself. */
export function createSearch({ file, log, untended = 0, worker }: SearchOptions): Search {
  const pending = new Map<number, Pending>()
  let nextId = 1
  let restarts = 0
  let steps = untended
  let isClosed = false
  let thread: Worker | null = null
  const starting = guard('starting the search thread', () => void running())
  const startsLater = setTimeout(starting, STARTS_AFTER_MS).unref()

  /** Null if it has ended permanently, or cannot be started now. */
  function running(): Worker | null {
    if (thread === null && restarts <= MAX_RESTARTS && !isClosed) thread = start()
    return thread
  }

  function start(): Worker | null {
    const started = startThread(worker, { name: 'search', workerData: file })
    if (started === null) {
      log.warn('the search thread could not be started', {})
      return null
    }
    started.unref()
    started.on('message', guard('a message from the search thread', take))
    // Without a listener a thread's error would end Phoenix. 'exit' follows it.
    started.on(
      'error',
      guard("the search thread's error", (error) => {
        log.warn('the search thread failed', { error: String(error) })
      }),
    )
    started.on(
      'exit',
      guard("the search thread's exit", () => {
        if (!isClosed && started === thread) restart()
      }),
    )
    return started
  }

  function restart(): void {
    restarts += 1
    thread = restarts > MAX_RESTARTS ? null : start()
    for (const { settle } of pending.values()) settle(failed('failed'))
  }

  function take(report: SearchReport): void {
    switch (report.type) {
      case 'found':
      case 'foundWithin':
        restarts = 0
        pending.get(report.id)?.settle(ok(report.answer))
        return
      case 'failed':
        log.warn('a search failed', { reason: report.reason })
        pending.get(report.id)?.settle(failed('failed'))
        return
      case 'jobFailed':
        log.warn('indexing failed', { reason: report.reason })
        return
      case 'closed':
        return
      default:
        assertNever(report)
    }
  }

  /** The thread answers searches one after the other; a stopped one is skipped at once. */
  function ask(
    orderOf: (id: number, stop: SharedArrayBuffer) => SearchRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    const [runningThread, stop] = [running(), new SharedArrayBuffer(4)]
    if (runningThread === null || signal.aborted) {
      return Promise.resolve(failed(runningThread === null ? 'failed' : 'stopped'))
    }
    const id = nextId++
    return new Promise((resolve) => {
      const giveUp = guard('a search timeout', () => void runningThread.terminate())
      const stopTimer = systemTimers.start(LONGEST_MS, giveUp)
      const settle = (answer: Answer): void => {
        stopTimer()
        pending.delete(id)
        signal.removeEventListener('abort', onAbort)
        resolve(answer)
      }
      const onAbort = guard('a cancelled search', () => {
        Atomics.store(new Int32Array(stop), 0, 1)
        settle(failed('stopped'))
      })
      signal.addEventListener('abort', onAbort)
      pending.set(id, { settle })
      send(runningThread, orderOf(id, stop))
    })
  }

  return {
    find: (query, signal) =>
      ask((id, stop) => ({ type: 'find', id, query, stop }), signal) as ReturnType<
        SearchPort['find']
      >,
    within: (conversationId, text, signal) =>
      ask((id, stop) => ({ type: 'within', id, conversationId, text, stop }), signal) as ReturnType<
        SearchPort['within']
      >,
    written: () => {
      steps += 1
      const tending = steps % TENDED_EVERY === 0 ? running() : null
      if (tending !== null) send(tending, { type: 'tend' })
    },
    close: async () => {
      isClosed = true
      clearTimeout(startsLater)
      for (const { settle } of pending.values()) settle(failed('failed'))
      const closing = thread
      thread = null
      if (closing === null) return
      const closed = new Promise((resolve) => closing.once('exit', resolve))
      send(closing, { type: 'close' })
      const patience = new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())
      await Promise.race([closed, patience])
      await Promise.race([closing.terminate(), patience])
    },
  }
}

function send(thread: Worker, order: SearchOrder): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  thread.postMessage(order)
}
