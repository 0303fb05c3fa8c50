import type { Choices } from '../choices.ts'

/** What can be done to the app from outside. */
export interface HostControls {
  /** The app dies at one of its next writes: 0 before the first, 1 after it, 2 before the second, ... */
  dieAtWrite(write: number): void
  quit(): void
  /** The clock on the wall changes; awake time goes on as it was. */
  jumpClock(ms: number): void
  loseClients(): void
}

type Strike = (host: HostControls, choices: Choices) => void

/** Every bad day of the machine that the app runs on. A new one is one entry. */
export const HOST_FAULTS = {
  crash: (host, choices) => host.dieAtWrite(choices.int(12)),
  quit: (host) => host.quit(),
  sleep: (host) => host.jumpClock(8 * 3_600_000),
  clockBack: (host) => host.jumpClock(-3_600_000),
  connectionsLost: (host) => host.loseClients(),
} as const satisfies Record<string, Strike>

export type HostFaultName = keyof typeof HOST_FAULTS

export function isHostFault(name: string): name is HostFaultName {
  return Object.hasOwn(HOST_FAULTS, name)
}
