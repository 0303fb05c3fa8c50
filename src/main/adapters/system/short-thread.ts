import { Worker } from 'node:worker_threads'
import { guard } from '../../runtime/guard.ts'
import { systemTimers } from './system-clock.ts'

export interface ThreadLimits {
  /** The time limit (ms). */
  readonly longestMs: number
  /** The memory limit (bytes). */
  readonly maxHeldBytes: number
}

interface ShortThread extends ThreadLimits {
  /** For people who list threads, and for the log. */
  readonly name: string
  /** Its built file or source file. */
  readonly worker: URL
  readonly order: unknown
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined
}

const LOOK_MS = 25
/** Far above the limit: V8 may end the whole program when a heap is full, so the thread is ended long before that. */
const HEAP_MB = 3_072

/**
 * Runs one piece of work in a separate thread: a file made to take forever, or all memory, costs only its own result.
 * Resolves when the thread has ended, for whatever reason. Rejects if no thread could be started.
 */
export function runThread(
  { longestMs, maxHeldBytes, name, order, signal, worker }: ShortThread,
  onMessage: (message: unknown) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const thread = new Worker(worker, {
      name,
      stdin: false,
      execArgv: [],
      env: {},
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    thread.unref()
    const end = guard(`the timeout of thread ${name}`, () => void thread.terminate())
    const stopDeadline = systemTimers.start(longestMs, end)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
    const look = guard(`checking the memory of thread ${name}`, () => {
      void holdsMore(thread, maxHeldBytes).then(
        guard(`the memory limit of thread ${name}`, (does) => {
          if (does) end()
        }),
      )
    })
    const looks = setInterval(look, LOOK_MS)
    thread.on('message', guard(`a message from thread ${name}`, onMessage))
    // Without a listener a thread's error would end Phoenix. 'exit' follows it.
    thread.on(
      'error',
      guard(`an error in thread ${name}`, () => undefined),
    )
    thread.on(
      'exit',
      guard(`the exit of thread ${name}`, () => {
        stopDeadline()
        signal?.removeEventListener('abort', end)
        clearInterval(looks)
        resolve()
      }),
    )
  })
}

/** Counts memory on its heap and outside. */
async function holdsMore(thread: Worker, bytes: number): Promise<boolean> {
  try {
    const { external_memory: external, used_heap_size: heap } = await thread.getHeapStatistics()
    return heap + external > bytes
  } catch {
    // The thread has not begun, or has ended.
    return false
  }
}
