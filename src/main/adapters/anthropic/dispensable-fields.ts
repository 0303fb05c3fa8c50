import { EAGER_INPUT } from './eager-input.ts'
import { HOUR_OF_CACHE } from './hour-of-cache.ts'

/** What servers that speak the Messages API may refuse, Anthropic's and others': a request goes without, wherever it goes. */
export const DISPENSABLE_FIELDS = [HOUR_OF_CACHE, EAGER_INPUT] as const
