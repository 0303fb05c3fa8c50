import type { StateOf } from '../../../shared/conversation/conversation-state.ts'
import type { EventOf } from '../machine/event.ts'
import type { StopReason } from '../machine/effect.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Stopped } from './turn-end.ts'

/** How somebody stops the turn: what is recorded, the reason for its work, and the results for its open calls. */
export interface Halt extends Stopped {
  readonly stop: StopReason
  readonly resultText: string
  /** The notice in the thread; null if people know already. */
  readonly notice: string | null
}

export function haltBy(event: EventOf<'cancelRequested' | 'shutdownRequested'>): Halt {
  if (event.type === 'shutdownRequested') {
    const resultText = 'Cancelled: Phoenix was closed'
    return { reason: 'shutdown', cause: 'shutdown', stop: 'shutdown', resultText, notice: null }
  }
  switch (event.by) {
    case 'user':
      return BY_USER
    case 'parent': {
      const resultText = 'Cancelled with the conversation that started it'
      return { reason: 'parent', cause: 'userCancel', stop: 'parent', resultText, notice: null }
    }
    case 'timeout': {
      const resultText = 'Cancelled: the time of this sub-agent is over'
      return { reason: 'timeout', cause: 'limit', stop: 'timeout', resultText, notice: null }
    }
    default:
      return assertNever(event.by)
  }
}

export const BY_USER: Halt = {
  reason: 'userCancel',
  cause: 'userCancel',
  stop: 'user',
  resultText: 'Cancelled by user',
  notice: null,
}

/** The states in which a turn runs. */
export type Running = StateOf<
  | 'awaitingLlm'
  | 'llmRequesting'
  | 'awaitingApproval'
  | 'awaitingAnswer'
  | 'toolExecuting'
  | 'awaitingSubAgents'
>
