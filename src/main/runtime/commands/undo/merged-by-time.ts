interface Timed {
  readonly at: number
}

/** Merges histories by time. Each keeps its own order, even if the clock was set back in the middle of it. */
export function mergedByTime<Entry extends Timed>(
  histories: readonly (readonly Entry[])[],
): readonly Entry[] {
  const [first, ...others] = histories.filter((entries) => entries.length > 0)
  if (first !== undefined && others.length === 0) return first
  return histories
    .flatMap((entries) => {
      let latest = -Infinity
      return entries.map((entry) => ({ entry, at: (latest = Math.max(latest, entry.at)) }))
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry)
}
