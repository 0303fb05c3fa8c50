import type { Dispensable } from '../model-api/without-refused.ts'
import { wordsOfRefusal } from './error-details.ts'

interface Keyed {
  prompt_cache_key?: string | null
}

/** Requests with the same key go to the machine that has their prefix in its cache (OpenAI's page on prompt caching). */
export function cacheKey<Params extends Keyed>(): Dispensable<Params> {
  return {
    name: 'prompt_cache_key',
    isRefusedBy: (error) => wordsOfRefusal(error).includes('prompt_cache_key'),
    without(params) {
      if (params.prompt_cache_key === undefined) return null
      const rest = { ...params }
      delete rest.prompt_cache_key
      return rest
    },
  }
}

/** Other servers with chat completions may refuse the unknown field. */
export function takesCacheKey({ baseUrl }: { readonly baseUrl: string }): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com')
}
