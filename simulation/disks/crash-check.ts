import type { SimulationContext } from '../faults/simulation-context.ts'
import type { Oracles } from '../oracles/oracles.ts'
import type { SimulatedSettings } from '../ports/simulated-settings.ts'
import type { Disk } from './disk.ts'
import { checkRecovery } from './recovery-check.ts'

interface CrashedWorld extends SimulationContext {
  readonly oracles: Oracles
  readonly settings: SimulatedSettings
}

/**
 * Checks a power cut at the moment the app dies: everything acknowledged is on disk (I20, R13), and a start succeeds on
 * the rest. `survivors`: the part of the disk that is left; null: all of it.
 */
export function checkPowerCut(world: CrashedWorld, survivors: Disk | null): void {
  if (survivors === null) return
  world.sometimes('a power cut took what was not flushed')
  world.oracles.checkDisk(survivors)
  checkStarts(world, survivors)
}

/** Checks every start from this disk, with a death at each of its writes. */
export function checkStarts(world: CrashedWorld, disk: Disk): void {
  const { oracles, settings } = world
  const { steps } = oracles
  checkRecovery(disk, (stored) => settings.contextOf(stored), oracles.complain)
  oracles.steps = steps // steps of these trials do not count
  world.sometimes('a recovery was enumerated write by write')
}
