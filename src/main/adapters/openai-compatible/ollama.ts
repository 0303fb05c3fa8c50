import type OpenAI from 'openai'
import { isLocalAddress } from '../../../shared/settings/local-address.ts'
import { asCount, asObject, asText } from '../model-api/json-fields.ts'
import type { FoundModel } from '../model-api/model-api.ts'

/**
 * True if this list comes from an Ollama: it contains a model of its library, or, on the user's own machine or network, the
 * server says so. Rejects only on an abort.
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

/** The address without the path of the API. */
function rootOf({ baseURL }: OpenAI): string {
  return baseURL.replace(/\/v1\/?$/, '')
}

/** Only this many models are asked about; the user sets the sizes of any others. */
const MOST = 100

/**
 * Ollama's list does not contain context sizes, so it is asked about each model, one after the other. Rejects only on an
 * abort.
 */
export async function askOllama(
  client: OpenAI,
  found: readonly FoundModel[],
  signal: AbortSignal,
): Promise<readonly FoundModel[]> {
  const shown: FoundModel[] = []
  for (const model of found) {
    const wantsDetails = model.contextTokens === null && shown.length < MOST
    const contextTokens = wantsDetails
      ? await contextAt(client, model.id, signal)
      : model.contextTokens
    shown.push({ ...model, contextTokens })
  }
  return shown
}

/** POST /api/show, next to the path of the API. Null if it does not say. */
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

/**
 * The size that the model runs with, if reported, otherwise the size it was made for: `num_ctx`, `llama.context_length` and
 * the like.
 */
function contextIn(answer: unknown): number | null {
  const fields = asObject(answer)
  const set = /^num_ctx\s+(\d+)$/m.exec(asText(fields?.['parameters']) ?? '')?.[1]
  if (set !== undefined) return asCount(Number(set))
  const info = Object.entries(asObject(fields?.['model_info']) ?? {})
  const made = info.find(([name]) => name.endsWith('.context_length'))
  return asCount(made?.[1])
}
