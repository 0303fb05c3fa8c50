import type { ChatCompletionCreateParamsStreaming as Params } from 'openai/resources/chat/completions'
import type { Endpoint } from '../model-api/endpoint.ts'
import { refusesLimitName } from './classify-error.ts'

/** Address and model of those that took the other name alone, for as long as Phoenix runs. */
const OTHERWISE = new Set<string>()

/**
 * A model that reasons takes `max_tokens` under another name. Where its own name does not show it, as that of a deployment, the
 * server says so: then it is asked once more, and under the other name from then on.
 */
export async function underEitherName(
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  params: Params,
  send: (params: Params) => Promise<Response>,
): Promise<Response> {
  const asked = `${baseUrl} ${params.model}`
  if (OTHERWISE.has(asked)) return send(renamed(params))
  try {
    return await send(params)
  } catch (error) {
    if (params.max_tokens === undefined || !refusesLimitName(error)) throw error
    OTHERWISE.add(asked)
    return send(renamed(params))
  }
}

function renamed({ max_tokens: most, ...params }: Params): Params {
  return most === undefined ? params : { ...params, max_completion_tokens: most }
}
