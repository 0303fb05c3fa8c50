/** The interface of the runtime at which a fault strikes. */
export type Door = 'timer' | 'turn' | 'client' | 'store' | 'log'

export interface PortFault {
  readonly door: Door
  /** `throwsLate`: it throws after it has done its work. */
  readonly does: 'vanishes' | 'throws' | 'throwsLate' | 'comesTwice'
}

/**
 * Bugs of ports, all against their contract: a call throws, its result never comes, or comes twice. A new one is one
 * entry.
 */
export const PORT_FAULTS = {
  timerVanishes: { door: 'timer', does: 'vanishes' },
  timerThrows: { door: 'timer', does: 'throws' },
  timerFiresTwice: { door: 'timer', does: 'comesTwice' },
  turnVanishes: { door: 'turn', does: 'vanishes' },
  turnThrows: { door: 'turn', does: 'throws' },
  clientThrows: { door: 'client', does: 'throws' },
  commitThrows: { door: 'store', does: 'throws' },
  commitThrowsLate: { door: 'store', does: 'throwsLate' },
  logThrows: { door: 'log', does: 'throws' },
} as const satisfies Record<string, PortFault>

export type PortFaultName = keyof typeof PORT_FAULTS
