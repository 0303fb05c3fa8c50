import type { OpenHost } from '../../../cli/terminal.ts'
import { guard } from '../../runtime/guard.ts'

/** Looks in a row at which a host has not answered: counted, because a command that was suspended itself was away, too. */
const SILENT_LOOKS = 3

export interface SilenceWatch {
  readonly onSilent: () => void
  readonly onAnswer: () => void
  readonly lookMs: number
}

/**
 * Tells when a host stops answering, as a suspended one does, and when it answers again. Ends nothing: its work may go on.
 */
export function watchSilence(
  { client, closed }: Pick<OpenHost, 'client' | 'closed'>,
  { lookMs, onAnswer, onSilent }: SilenceWatch,
): void {
  let isWaiting = false
  let missed = 0
  async function ask(): Promise<void> {
    isWaiting = true
    const answer = await client.request('app.ping', {})
    isWaiting = false
    // The end of the connection has a sentence of its own.
    if (missed >= SILENT_LOOKS && answer.ok) onAnswer()
    missed = 0
  }
  const look = guard('a look at a running host', () => {
    if (!isWaiting) {
      void ask()
      return
    }
    missed += 1
    if (missed === SILENT_LOOKS) onSilent()
  })
  const looking = setInterval(look, lookMs)
  void closed.finally(() => clearInterval(looking))
}
