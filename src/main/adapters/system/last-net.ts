import type { ConversationId } from '../../../shared/ids.ts'
import { onFault, reportFault } from '../../runtime/guard.ts'
import type { LocalLog } from '../log/local-log.ts'
import { stackInSources } from '../log/source-stack.ts'
import { whoseWork } from './whose-work.ts'

/** Null: the fault belongs to no known conversation. */
type FaultListener = (conversationId: ConversationId | null) => void

export interface LastNet {
  /** Called for every fault after it is logged. */
  onCaught(listener: FaultListener): void
  /** Removes the net: from now on an uncaught error ends the process again. */
  remove(): void
}

/**
 * From now on no error ends the process (docs/decisions/025): neither one that a guard caught nor one that nobody caught.
 * Each is logged with its origin, and attributed to the conversation that its work was begun for.
 */
export function spreadLastNet(log: LocalLog): LastNet {
  const listeners: FaultListener[] = []
  const stopHearing = onFault(({ conversationId, error, where }) => {
    const whose = conversationId ?? whoseWork()
    const text =
      error instanceof Error ? stackInSources(error.stack ?? String(error)) : String(error)
    const facts = { where, error: text, ...(whose === null ? {} : { conversationId: whose }) }
    log.write('error', 'a fault was caught', facts)
    for (const listener of listeners) listener(whose)
  })
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', rejected)
  return {
    onCaught: (listener) => void listeners.push(listener),
    remove: () => {
      process.off('uncaughtException', uncaught)
      process.off('unhandledRejection', rejected)
      stopHearing()
    },
  }
}

function uncaught(error: unknown): void {
  reportFault({ where: 'uncaught', error, conversationId: null })
}

function rejected(error: unknown): void {
  reportFault({ where: 'a promise', error, conversationId: null })
}
