import { EAGER_INPUT } from './eager-input.ts'
import { HOUR_OF_CACHE } from './hour-of-cache.ts'

/**
 * The fields that servers with the Messages API, including Anthropic's, may refuse: the request is then repeated without
 * them.
 */
export const DISPENSABLE_FIELDS = [HOUR_OF_CACHE, EAGER_INPUT] as const
