import { keptForAll } from '../../state/kept-texts.ts'

const KEY = 'phoenix.density'

/** The share of a conversation that is expanded: `compact` collapses all successful calls, `verbose` collapses nothing. */
export const DENSITIES = ['compact', 'normal', 'verbose'] as const
export type Density = (typeof DENSITIES)[number]

export function isDensity(value: unknown): value is Density {
  return DENSITIES.some((density) => density === value)
}

export function savedDensity(): Density {
  const saved = keptForAll.getItem(KEY)
  return isDensity(saved) ? saved : 'normal'
}

export function saveDensity(density: Density): void {
  keptForAll.setItem(KEY, density)
}
