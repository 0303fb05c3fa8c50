/** A table of facts about models, keyed by the beginnings of their names. */
export type ModelRows<Known> = readonly (readonly [prefix: string, known: Known])[]

/** The entry for this model; the longest matching prefix counts. */
export function longestPrefix<Known>(rows: ModelRows<Known>, model: string): Known | null {
  let best: ModelRows<Known>[number] | null = null
  for (const row of rows) {
    if (model.startsWith(row[0]) && row[0].length > (best?.[0].length ?? -1)) best = row
  }
  return best?.[1] ?? null
}
