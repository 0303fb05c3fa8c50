import type { SimulationContext } from '../faults/simulation-context.ts'
import type { Oracles } from '../oracles/oracles.ts'
import type { SimulatedSettings } from '../ports/simulated-settings.ts'
import type { Disk } from './disk.ts'
import { checkRecovery } from './recovery-check.ts'

interface DyingWorld extends SimulationContext {
  readonly oracles: Oracles
  readonly settings: SimulatedSettings
}

/**
 * The power fails with the app: what was acknowledged is there (I20, R13), and a start makes something of the rest. `survivors`:
 * what of the disk is left; null: all of it.
 */
export function checkPowerCut(world: DyingWorld, survivors: Disk | null): void {
  if (survivors === null) return
  world.sometimes('a power cut took what was not flushed')
  world.oracles.checkDisk(survivors)
  checkStarts(world, survivors)
}

/** Every start from this disk, whatever write it dies at. */
export function checkStarts(world: DyingWorld, disk: Disk): void {
  const { oracles, settings } = world
  const { steps } = oracles
  checkRecovery(disk, (stored) => settings.contextOf(stored), oracles.complain)
  oracles.steps = steps // without those of its trials
  world.sometimes('a recovery was enumerated write by write')
}
