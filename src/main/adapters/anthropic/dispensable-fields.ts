import { EAGER_INPUT } from './eager-input.ts'
import { HOUR_OF_CACHE } from './hour-of-cache.ts'

/**
 * The fields that servers with the Messages API may refuse, Anthropic's and others: the request is then sent without
 * them, wherever it goes.
 */
export const DISPENSABLE_FIELDS = [HOUR_OF_CACHE, EAGER_INPUT] as const
