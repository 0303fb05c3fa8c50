/** At which door of the runtime a fault strikes. */
export type Door = 'timer' | 'turn' | 'client' | 'store' | 'log'

export interface PortFault {
  readonly door: Door
  /** `throwsLate`: it has done its work before it throws. */
  readonly does: 'vanishes' | 'throws' | 'throwsLate' | 'comesTwice'
}

/** What no port may do and a bug can: it throws, or what it took on never comes, or comes twice. A new one is one entry. */
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
