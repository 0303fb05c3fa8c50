import type { Usage } from '../../../shared/models/usage.ts'
import { asCount, asObject, type JsonObject } from '../model-api/json-fields.ts'

/**
 * Converts a server's token counts, under any of the known names. As everywhere in Phoenix, input excludes cache reads and
 * writes. Output is never less than the rest of the total: xAI counts reasoning nowhere else (631 of 4,829).
 */
export function usageOf(counts: JsonObject): Usage {
  const details = asObject(counts['prompt_tokens_details'])
  const prompt = asCount(counts['prompt_tokens']) ?? 0
  const cacheReadTokens = firstCount(
    details?.['cached_tokens'],
    counts['prompt_cache_hit_tokens'], // DeepSeek
    counts['cached_tokens'], // Moonshot
    counts['cache_read_input_tokens'], // LiteLLM
  )
  const cacheWriteTokens = firstCount(
    details?.['cache_write_tokens'], // OpenRouter, OpenAI
    details?.['cache_creation_tokens'], // LiteLLM
    counts['cache_creation_input_tokens'],
  )
  const total = asCount(counts['total_tokens']) ?? 0
  const usage = {
    inputTokens: Math.max(0, prompt - cacheReadTokens - cacheWriteTokens),
    outputTokens: Math.max(asCount(counts['completion_tokens']) ?? 0, total - prompt),
    cacheReadTokens,
    cacheWriteTokens,
  }
  const cost = costIn(counts)
  return cost === null ? usage : { ...usage, usd: cost }
}

function firstCount(...values: readonly unknown[]): number {
  for (const value of values) {
    const count = asCount(value)
    if (count !== null) return count
  }
  return 0
}

/**
 * OpenRouter: in dollars, its own part plus that of the server behind it if the user's own key is used there. Perplexity: in
 * an object.
 */
function costIn(counts: JsonObject): number | null {
  const { cost } = counts
  const own = asCount(cost) ?? asCount(asObject(cost)?.['total_cost'])
  if (own === null || counts['is_byok'] !== true) return own
  return own + (asCount(asObject(counts['cost_details'])?.['upstream_inference_cost']) ?? 0)
}
