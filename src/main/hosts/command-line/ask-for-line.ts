import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Readable, Writable } from 'node:stream'
import { guard } from '../../runtime/guard.ts'

/** How long typed-ahead input is read and discarded before a question is shown. */
const TYPED_AHEAD_MS = 50

/**
 * Asks on a terminal and returns the line that was typed. Null if `signal` withdraws the question, or if the input has ended
 * (Ctrl+D), now or before. If the terminal is not in raw mode, Ctrl+C remains a signal.
 */
export async function askForLine(
  { stderr, stdin }: { readonly stdin: Readable; readonly stderr: Pick<Writable, 'write'> },
  question: string,
  signal: AbortSignal,
): Promise<string | null> {
  const drop = guard('discarding typed-ahead input', () => undefined)
  stdin.on('data', drop)
  await pause(TYPED_AHEAD_MS)
  stdin.off('data', drop)
  // Input that has ended sends no further event.
  if (signal.aborted || stdin.readableEnded || stdin.destroyed) return null
  stderr.write(question)
  const lines = createInterface({ input: stdin, terminal: false })
  // What is told after it stands on a line of its own.
  const withdraw = guard('a withdrawn question', () => {
    stderr.write('\nThis question is closed: its answer is no longer needed.\n')
    lines.close()
  })
  const answer = await new Promise<string | null>((resolve) => {
    lines.once('line', (line) => resolve(line))
    lines.once('close', () => resolve(null))
    // The terminal has gone away: nothing else would end the question, and the error would be nobody's.
    const gone = guard('a terminal that cannot be read', () => resolve(null))
    lines.once('error', gone)
    signal.addEventListener('abort', withdraw, { once: true })
  })
  signal.removeEventListener('abort', withdraw)
  lines.close()
  // Ctrl+D leaves the cursor behind the question.
  if (answer === null && !signal.aborted) stderr.write('\n')
  return answer
}
