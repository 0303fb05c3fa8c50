import type { ClientEventOf } from '../../../shared/protocol/events.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { Timers } from '../ports/ports.ts'

/**
 * The same fault may come with every byte of a stream: clients are notified of one conversation's faults at most this
 * often, in ms.
 */
const PAUSE_MS = 10_000

const MESSAGE =
  'Something unexpected went wrong in Phoenix. Phoenix keeps running. The details are in its log.'

/** Notifies clients, with a sentence, that a fault was caught. Null: it belongs to no known conversation. */
export function createFaultNews(
  timers: Pick<Timers, 'awake'>,
  broadcast: (event: ClientEventOf<'host.faulted'>) => void,
): (conversationId: ConversationId | null) => void {
  const notifiedAt = new Map<ConversationId | null, number>()
  return (conversationId) => {
    const now = timers.awake()
    if (now - (notifiedAt.get(conversationId) ?? -Infinity) < PAUSE_MS) return
    notifiedAt.set(conversationId, now)
    broadcast({ type: 'host.faulted', conversationId, message: MESSAGE })
  }
}
