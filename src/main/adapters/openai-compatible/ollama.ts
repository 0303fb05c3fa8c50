import type OpenAI from 'openai'
import { isLocalAddress } from '../../../shared/settings/local-address.ts'
import { asCount, asObject, asText } from '../model-api/json-fields.ts'
import type { FoundModel } from '../model-api/model-api.ts'

/**
 * Whether this list is that of an Ollama: a model of its own library is in it, or, on one's own machine or network, the server
 * says so. Rejects on an abort alone.
 */
export async function isAtOllama(
  client: OpenAI,
  entries: readonly unknown[],
  signal: AbortSignal,
): Promise<boolean> {
  if (entries.some((entry) => asObject(entry)?.['owned_by'] === 'library')) return true
  if (!isLocalAddress(client.baseURL)) return false
  try {
    return (await client.get(`${rootOf(client)}/`, { signal })) === 'Ollama is running'
  } catch (error) {
    if (signal.aborted) throw error
    return false
  }
}

/** What stands ahead of the path of the API. */
function rootOf({ baseURL }: OpenAI): string {
  return baseURL.replace(/\/v1\/?$/, '')
}

/** So many are asked about; with more models than that, a person sets the rest. */
const MOST = 100

/** Ollama's list does not say how much its models can read: each is asked about, one after the other. Rejects on an abort alone. */
export async function askOllama(
  client: OpenAI,
  found: readonly FoundModel[],
  signal: AbortSignal,
): Promise<readonly FoundModel[]> {
  const shown: FoundModel[] = []
  for (const model of found) {
    const isAsked = model.contextTokens === null && shown.length < MOST
    const contextTokens = isAsked ? await contextAt(client, model.id, signal) : model.contextTokens
    shown.push({ ...model, contextTokens })
  }
  return shown
}

/** POST /api/show, beside the path of the API. Null: it does not say. */
async function contextAt(
  client: OpenAI,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    return contextIn(await client.post(`${rootOf(client)}/api/show`, { body: { model }, signal }))
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/** What the model is run with, where it says so, else what it was made for: `num_ctx`, `llama.context_length` and the like. */
function contextIn(answer: unknown): number | null {
  const fields = asObject(answer)
  const set = /^num_ctx\s+(\d+)$/m.exec(asText(fields?.['parameters']) ?? '')?.[1]
  if (set !== undefined) return asCount(Number(set))
  const info = Object.entries(asObject(fields?.['model_info']) ?? {})
  const made = info.find(([name]) => name.endsWith('.context_length'))
  return asCount(made?.[1])
}
