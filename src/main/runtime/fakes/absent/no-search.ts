import { ok } from '../../../../shared/result.ts'
import type { SearchPort } from '../../ports/search-port.ts'

/** A search without results. */
export const NO_SEARCH: SearchPort = {
  find: () => Promise.resolve(ok({ conversations: [], next: null, indexing: null })),
  within: () =>
    Promise.resolve(ok({ places: [], isPhrase: false, hasMore: false, indexing: null })),
}
