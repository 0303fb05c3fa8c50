import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    readonly isDeep: boolean
  }
}

/** How many cases a test tries, or which: the first in `npm test`, the second in `npm run test:deep`. */
export function byTier<T>(quick: T, deep: T): T {
  return inject('isDeep') ? deep : quick
}

/** In `npm test` the last of every `n` cases, in `npm run test:deep` all of them. */
export function oneOfEvery<T>(n: number, cases: readonly T[]): readonly T[] {
  return byTier(
    cases.filter((_, at) => at % n === n - 1),
    cases,
  )
}
