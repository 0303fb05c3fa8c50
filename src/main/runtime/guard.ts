import type { ConversationId } from '../../shared/ids.ts'

/** An unexpected error: a bug, or something in the world that no code handles. */
export interface Fault {
  /** The callback that threw, for the log. */
  readonly where: string
  readonly error: unknown
  /** The conversation whose work it was. Null if it was none's, or unknown to the reporter. */
  readonly conversationId: ConversationId | null
}

const listeners = new Set<(fault: Fault) => void>()
/** An error that is rethrown from guard to guard is reported once. */
const logged = new WeakSet<object>()

/** Adds a listener; the returned function removes it. */
export function onFault(listener: (fault: Fault) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Never throws while there is a listener. Without one, the error is rethrown: a fault is never lost. */
export function reportFault(fault: Fault): void {
  const { error } = fault
  if (listeners.size === 0) throw error
  if (error instanceof Error) {
    if (logged.has(error)) return
    logged.add(error)
  }
  for (const listener of listeners) {
    try {
      listener(fault)
    } catch {
      // A listener that fails must not cause the next fault.
    }
  }
}

/**
 * Every callback of a watcher, timer, socket, child, stream or signal runs in this, because an exception in it would
 * end the process (docs/decisions/025). src/main/guarded-callbacks.test.ts fails if one does not.
 */
export function guard<Args extends readonly unknown[]>(
  where: string,
  callback: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    try {
      callback(...args)
    } catch (error) {
      reportFault({ where, error, conversationId: null })
    }
  }
}

/** Runs one of several steps: an exception is reported, and the following steps still run. */
export function attempt(where: string, step: () => unknown): void {
  guard(where, step)()
}
