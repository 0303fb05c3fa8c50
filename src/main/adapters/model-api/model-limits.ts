import type { Provider } from '../../../shared/turn.ts'

type Limits = Provider['limits']
export type LimitRows = readonly (readonly [prefix: string, limits: Limits])[]

/** What is known of the model whose name begins so; the longest beginning counts. */
export function longestPrefix(rows: LimitRows, model: string): Limits | null {
  let best: LimitRows[number] | null = null
  for (const row of rows) {
    if (model.startsWith(row[0]) && row[0].length > (best?.[0].length ?? -1)) best = row
  }
  return best?.[1] ?? null
}

export function smallestOf(rows: LimitRows): Limits {
  return {
    contextTokens: Math.min(...rows.map(([, { contextTokens }]) => contextTokens)),
    outputTokens: Math.min(...rows.map(([, { outputTokens }]) => outputTokens)),
  }
}
