import { failed, ok, type Result } from '../../../shared/result.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { asCount, asObject, asText } from '../model-api/json-fields.ts'
import { displayNameOf } from '../model-api/display-name.ts'
import type { FoundModel } from '../model-api/model-api.ts'
import { classifyThrown } from './classify-error.ts'
import { checkEndpoint, createClient } from './endpoint.ts'

const MOST = 1_000

/** GET /v1/models. */
export async function listAnthropicModels(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Result<readonly FoundModel[], Fault>> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  try {
    const { models } = await createClient(usable)
    const page = await models.list({ limit: MOST }, { signal })
    return ok(page.data.slice(0, MOST).flatMap(foundModel))
  } catch (error) {
    return failed(signal.aborted ? { type: 'tooSlow' } : classifyThrown(error, 0).fault)
  }
}

function foundModel(entry: unknown): readonly FoundModel[] {
  const fields = asObject(entry)
  const id = asText(fields?.['id'])
  if (id === null) return []
  const contextTokens = asCount(fields?.['max_input_tokens'])
  const outputTokens = asCount(fields?.['max_tokens'])
  return [
    { id, contextTokens, outputTokens, price: null, ...displayNameOf(fields?.['display_name']) },
  ]
}
