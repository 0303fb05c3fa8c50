import type { Choices } from '../choices.ts'

/** Actions on the app from outside. */
export interface HostControls {
  /** Makes the app die at one of its next writes: 0 before the first, 1 after it, 2 before the second, ... */
  crashAtWrite(write: number): void
  quit(): void
  /** Changes the wall clock; awake time is unaffected. */
  jumpClock(ms: number): void
  loseClients(): void
}

type Strike = (host: HostControls, choices: Choices) => void

/** All faults of the machine that the app runs on. A new one is one entry. */
export const HOST_FAULTS = {
  crash: (host, choices) => host.crashAtWrite(choices.int(12)),
  quit: (host) => host.quit(),
  sleep: (host) => host.jumpClock(8 * 3_600_000),
  clockBack: (host) => host.jumpClock(-3_600_000),
  connectionsLost: (host) => host.loseClients(),
} as const satisfies Record<string, Strike>

export type HostFaultName = keyof typeof HOST_FAULTS

export function isHostFault(name: string): name is HostFaultName {
  return Object.hasOwn(HOST_FAULTS, name)
}
