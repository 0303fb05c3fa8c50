import { guard } from '../../runtime/guard.ts'

/** The callbacks that wait for a turn, in order. */
const waiting: (() => void)[] = []

/**
 * Runs a callback in a turn of the event loop without another one of its kind. A commit or a fork blocks the loop for
 * milliseconds, longer on a busy machine: whatever arrives meanwhile, above all a Stop, waits for one of them and not for
 * those of fifty conversations.
 */
export function inOwnTurn(run: () => void): void {
  waiting.push(guard('a deferred callback', run))
  if (waiting.length === 1) setImmediate(nextTurn)
}

/** Resolves in such a turn. */
export async function ownTurn(): Promise<void> {
  return new Promise((resolve) => inOwnTurn(resolve))
}

const nextTurn = guard('a turn', takeTurn)

function takeTurn(): void {
  const [run] = waiting.splice(0, 1)
  if (waiting.length > 0) setImmediate(nextTurn)
  run?.()
}
