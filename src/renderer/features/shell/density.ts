const KEY = 'phoenix.density'

/** How much of a conversation is open: `compact` folds all successful calls, `verbose` folds nothing. */
export const DENSITIES = ['compact', 'normal', 'verbose'] as const
export type Density = (typeof DENSITIES)[number]

export function isDensity(value: unknown): value is Density {
  return DENSITIES.some((density) => density === value)
}

export function savedDensity(): Density {
  const saved = localStorage.getItem(KEY)
  return isDensity(saved) ? saved : 'normal'
}

export function saveDensity(density: Density): void {
  localStorage.setItem(KEY, density)
}
