import type { ConversationId } from '../../../shared/ids.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import type { SetAsideCause } from '../conversation/runtime-host.ts'
import { attempt, reportFault } from '../guard.ts'
import type { Log } from '../ports/ports.ts'
import type { ProcessPort } from '../ports/process-port.ts'
import type { Recovery } from './recovery.ts'

interface SetAsidePorts {
  readonly log: Log
  readonly processes: Pick<ProcessPort, 'endJobs'>
  readonly recovery: Pick<Recovery, 'overtaken' | 'putAside'>
  /** The live runtimes. */
  readonly runtimes: Map<ConversationId, ConversationRuntime>
  /** Notifies everyone who shows it or waits for it. */
  gone(id: ConversationId, runtime: ConversationRuntime, cause: SetAsideCause): void
  checkRest(): void
}

/**
 * Sets a live conversation aside whose memory can no longer be trusted: what is on disk is its state. The others
 * continue.
 */
export class SetAside {
  readonly #ports: SetAsidePorts

  constructor(ports: SetAsidePorts) {
    this.#ports = ports
  }

  /** T67: a step threw. */
  broke(id: ConversationId, runtime: ConversationRuntime, error: unknown): void {
    reportFault({ where: 'a step', error, conversationId: id })
    // Unreachable from here on, whatever else fails.
    this.#ports.runtimes.delete(id)
    const { recovery } = this.#ports
    attempt('marking a conversation as set aside', () => recovery.putAside(id))
    this.#end(id, runtime, 'fault')
  }

  /** R29: another program wrote to it. Waiting items are refused as well, and it is reported once. */
  overtaken(id: ConversationId, runtime: ConversationRuntime): void {
    const { log, recovery, runtimes } = this.#ports
    if (runtimes.get(id) !== runtime) return
    runtimes.delete(id)
    recovery.overtaken(id)
    const what = 'another program wrote to a conversation, which was set aside'
    attempt('a warning', () => log.warn(what, { conversationId: id }))
    this.#end(id, runtime, 'overtaken')
  }

  #end(id: ConversationId, runtime: ConversationRuntime, cause: SetAsideCause): void {
    const ports = this.#ports
    attempt('ending the work of a conversation set aside', () => runtime.abandon())
    attempt('ending the jobs of a conversation set aside', () => ports.processes.endJobs(id))
    attempt('reporting a conversation set aside', () => ports.gone(id, runtime, cause))
    ports.checkRest()
  }
}
