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
