/** What is known about models by the beginnings of their names. */
export type ModelRows<Known> = readonly (readonly [prefix: string, known: Known])[]

/** What is known about the model with this name; the longest matching beginning counts. */
export function longestPrefix<Known>(rows: ModelRows<Known>, model: string): Known | null {
  let best: ModelRows<Known>[number] | null = null
  for (const row of rows) {
    if (model.startsWith(row[0]) && row[0].length > (best?.[0].length ?? -1)) best = row
  }
  return best?.[1] ?? null
}
