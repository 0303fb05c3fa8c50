/** The interface of the runtime at which a fault strikes. */
export type FaultyPort = 'timer' | 'turn' | 'client' | 'store' | 'log'

export interface PortFault {
  readonly port: FaultyPort
  /** `throwsLate`: it throws after it has done its work. */
  readonly behaviour: 'vanishes' | 'throws' | 'throwsLate' | 'comesTwice'
}

/**
 * Bugs of ports, all against their contract: a call throws, its result never comes, or comes twice. A new one is one
 * entry.
 */
export const PORT_FAULTS = {
  timerVanishes: { port: 'timer', behaviour: 'vanishes' },
  timerThrows: { port: 'timer', behaviour: 'throws' },
  timerFiresTwice: { port: 'timer', behaviour: 'comesTwice' },
  turnVanishes: { port: 'turn', behaviour: 'vanishes' },
  turnThrows: { port: 'turn', behaviour: 'throws' },
  clientThrows: { port: 'client', behaviour: 'throws' },
  commitThrows: { port: 'store', behaviour: 'throws' },
  commitThrowsLate: { port: 'store', behaviour: 'throwsLate' },
  logThrows: { port: 'log', behaviour: 'throws' },
} as const satisfies Record<string, PortFault>

export type PortFaultName = keyof typeof PORT_FAULTS
