import type { ConversationId } from '../../../shared/ids.ts'
import { onFault, tellFault } from '../../runtime/guard.ts'
import type { LocalLog } from '../log/local-log.ts'
import { stackInSources } from '../log/source-stack.ts'
import { whoseWork } from './whose-work.ts'

/** Null: it belongs to no conversation that is known. */
type FaultListener = (conversationId: ConversationId | null) => void

export interface LastNet {
  /** Hears of every fault after it is in the log. */
  onCaught(listener: FaultListener): void
  /** Takes it back: what throws from now on ends the process, as without it. */
  remove(): void
}

/**
 * No error ends the process from now on (docs/decisions/025): neither one that a guard stopped nor one that nobody caught.
 * Each stands in the log, with where it came from, and whose work it was is known by how it was begun.
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
  tellFault({ where: 'uncaught', error, conversationId: null })
}

function rejected(error: unknown): void {
  tellFault({ where: 'a promise', error, conversationId: null })
}
