import type { ConversationId } from '../../shared/ids.ts'

/** An error that nobody expected: a bug, or something in the world that no code provides for. */
export interface Fault {
  /** Which callback threw, for the log. */
  readonly where: string
  readonly error: unknown
  /** Whose work it was. Null: of no conversation, or not known to the one who tells. */
  readonly conversationId: ConversationId | null
}

const hearers = new Set<(fault: Fault) => void>()
/** One that is thrown on from guard to guard is told once. */
const logged = new WeakSet<object>()

/** The answer takes the hearer back. */
export function onFault(hearer: (fault: Fault) => void): () => void {
  hearers.add(hearer)
  return () => hearers.delete(hearer)
}

/** Never throws while somebody hears. Without a hearer the error is thrown on: a fault is never lost. */
export function tellFault(fault: Fault): void {
  const { error } = fault
  if (hearers.size === 0) throw error
  if (error instanceof Error) {
    if (logged.has(error)) return
    logged.add(error)
  }
  for (const hear of hearers) {
    try {
      hear(fault)
    } catch {
      // Who cannot hear of a fault must not cause the next.
    }
  }
}

/**
 * Every callback of a watcher, timer, socket, child, stream or signal runs in this: what it throws would end the process
 * (docs/decisions/025). src/main/guarded-callbacks.test.ts fails where one does not.
 */
export function guard<Args extends readonly unknown[]>(
  where: string,
  callback: (...args: Args) => unknown,
): (...args: Args) => void {
  return (...args) => {
    try {
      callback(...args)
    } catch (error) {
      tellFault({ where, error, conversationId: null })
    }
  }
}

/** Runs one step of several: what it throws is reported, and the steps after it still run. */
export function attempt(where: string, step: () => unknown): void {
  guard(where, step)()
}
