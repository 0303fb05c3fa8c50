import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { asCount, asObject, asText } from '../model-api/json-fields.ts'
import { displayNameOf } from '../model-api/display-name.ts'
import type { FoundModel } from '../model-api/model-api.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, listGeminiPage } from './client.ts'

const MOST = 1_000

/** GET /v1beta/models: the models that support generateContent, each with its input and output limits. */
export async function listGeminiModels(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Result<readonly FoundModel[], Fault>> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  try {
    const entries = asObject(await listGeminiPage(usable, MOST, signal))?.['models']
    if (!Array.isArray(entries)) return failed({ type: 'notTheApi' })
    return ok(entries.slice(0, MOST).flatMap(foundModel))
  } catch (error) {
    return failed(signal.aborted ? { type: 'tooSlow' } : classifyThrown(error, 0).fault)
  }
}

const PREFIX = 'models/'

function foundModel(entry: unknown): readonly FoundModel[] {
  const fields = asObject(entry)
  const name = asText(fields?.['name'])
  const methods = fields?.['supportedGenerationMethods']
  const cannotAnswer = Array.isArray(methods) && !methods.includes('generateContent')
  if (fields === null || name === null || cannotAnswer) return []
  return [
    {
      id: name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name,
      contextTokens: asCount(fields['inputTokenLimit']),
      outputTokens: asCount(fields['outputTokenLimit']),
      price: null,
      ...displayNameOf(fields['displayName']),
    },
  ]
}
