import type { ConversationId } from '../../../../shared/ids.ts'
import {
  type SandboxPolicy,
  rightLost,
  type Withdrawal,
} from '../../../core/machine/sandbox-policy.ts'
import type { RunRequest } from '../runs/start-run.ts'

/** A start that waits for the clean-up of an earlier run, or for its sandbox. */
export interface Beginning {
  readonly conversationId: ConversationId
  readonly sandboxPolicy: SandboxPolicy | null
  /** Fires for the call, and for everything that ends jobs. */
  readonly signal: AbortSignal
  /** The number of its job; 0 until it counts against the limit of jobs. */
  number: number
  isWithdrawn: boolean
}

/** Starts that are not jobs yet: whatever ends jobs also stops them. */
export class JobBeginnings {
  readonly #all = new Map<Beginning, AbortController>()

  add({ sandboxPolicy, conversationId, signal }: RunRequest): Beginning {
    const stop = new AbortController()
    const begin = {
      conversationId,
      sandboxPolicy,
      signal: AbortSignal.any([signal, stop.signal]),
      number: 0,
      isWithdrawn: false,
    }
    this.#all.set(begin, stop)
    return begin
  }

  remove(begin: Beginning): void {
    this.#all.delete(begin)
  }

  /** How many of them count against the limit of jobs. */
  placesIn(conversationId: ConversationId): number {
    return this.#of(conversationId).filter(([{ number }]) => number > 0).length
  }

  stop(conversationId: ConversationId): void {
    for (const [, stop] of this.#of(conversationId)) stop.abort()
  }

  stopAll(): void {
    for (const stop of this.#all.values()) stop.abort()
  }

  withdraw(conversationId: ConversationId, withdrawal: Withdrawal): void {
    for (const [begin, stop] of this.#of(conversationId)) {
      if (rightLost(begin.sandboxPolicy, withdrawal) === null) continue
      begin.isWithdrawn = true
      stop.abort()
    }
  }

  #of(conversationId: ConversationId): readonly (readonly [Beginning, AbortController])[] {
    return [...this.#all].filter(([begin]) => begin.conversationId === conversationId)
  }
}
