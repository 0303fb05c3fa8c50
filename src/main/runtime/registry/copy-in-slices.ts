import type { ConversationId } from '../../../shared/ids.ts'
import type { Message, NewMessage } from '../../../shared/messages/message.ts'
import { createForkCopier, resultsOwed } from '../../core/request/forked-messages.ts'
import { afterOthers } from '../after-others.ts'
import type { Timers } from '../ports/ports.ts'

/** Number of messages copied in one step: takes a few milliseconds. */
const AT_ONCE = 1_000

/** Copies active messages into a new conversation; other work continues in between. `usable`: what to copy of a part. */
export async function copyInSlices(
  timers: Pick<Timers, 'soon'>,
  active: readonly Message[],
  id: ConversationId,
  usable: (part: readonly Message[]) => readonly Message[] = (part) => part,
): Promise<readonly NewMessage[]> {
  const copier = createForkCopier(id)
  const copies: NewMessage[] = []
  for (let from = 0; from < active.length; from += AT_ONCE) {
    if (from > 0) await afterOthers(timers)
    copies.push(...copier(usable(active.slice(from, from + AT_ONCE))))
  }
  return [...copies, ...resultsOwed(copies)]
}
