import { MOST_USD, type OwnPrice } from '../../../shared/models/price.ts'
import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { asCount, asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { displayNameOf } from '../model-api/display-name.ts'
import type { FoundModel } from '../model-api/model-api.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, createClient } from './client.ts'
import { askOllama, isAtOllama } from './ollama.ts'

const MOST = 1_000

/** GET /models. Each kind of server reports context sizes in its own field; Ollama is asked separately. */
export async function listOpenaiModels(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Result<readonly FoundModel[], Fault>> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  try {
    const client = await createClient(usable)
    const answer: unknown = await client.get('/models', { signal })
    const entries = asObject(answer)?.['data']
    if (!Array.isArray(entries)) return failed({ type: 'notTheApi' })
    const found = entries.slice(0, MOST).flatMap(foundModel)
    const isOllama = await isAtOllama(client, entries, signal)
    return ok(isOllama ? await askOllama(client, found, signal) : found)
  } catch (error) {
    return failed(signal.aborted ? { type: 'tooSlow' } : classifyThrown(error, 0).fault)
  }
}

function foundModel(entry: unknown): readonly FoundModel[] {
  const fields = asObject(entry)
  const id = asText(fields?.['id'])
  if (fields === null || id === null) return []
  const contextTokens = contextOf(fields)
  // OpenRouter and Together; Mistral's `name` is an id.
  const name = displayNameOf(fields['display_name'] ?? fields['name'], id)
  return [{ id, contextTokens, outputTokens: null, price: priceIn(fields), ...name }]
}

/**
 * vLLM; OpenRouter, LM Studio, Together; Groq; LM Studio; Mistral; DeepInfra; llama.cpp. The loaded size overrides the
 * possible one.
 */
function contextOf(fields: JsonObject): number | null {
  const meta = asObject(fields['meta'])
  const counts = [
    fields['max_model_len'],
    fields['loaded_context_length'],
    fields['context_length'],
    fields['context_window'],
    fields['max_context_length'],
    asObject(fields['metadata'])?.['context_length'],
    meta?.['n_ctx'],
    meta?.['n_ctx_train'],
  ]
  return counts.map(asCount).find((count) => count !== null && count > 0) ?? null
}

/** Reads prices in OpenRouter's format. */
function priceIn(fields: JsonObject): OwnPrice | null {
  const pricing = asObject(fields['pricing'])
  const input = usdForMillion(pricing?.['prompt'])
  const output = usdForMillion(pricing?.['completion'])
  if (input === null || output === null) return null
  const cacheRead = usdForMillion(pricing?.['input_cache_read'])
  const cacheWrite = usdForMillion(pricing?.['input_cache_write'])
  return { input, output, cacheRead, cacheWrite }
}

/**
 * In dollars per token, as text: on other servers, numbers with the same names are per million. -1 means a variable price.
 */
function usdForMillion(usdForOne: unknown): number | null {
  const text = asText(usdForOne)?.trim() ?? ''
  if (text === '') return null
  const usd = Math.round(Number(text) * 1e12) / 1e6
  return usd >= 0 && usd <= MOST_USD ? usd : null
}
