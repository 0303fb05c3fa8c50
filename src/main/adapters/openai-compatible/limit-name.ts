import type { ChatCompletionCreateParamsStreaming as Params } from 'openai/resources/chat/completions'
import type { World } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import { refusesLimitName } from './classify-error.ts'

/**
 * A model that reasons takes `max_tokens` under another name. Where its own name does not show it, as that of a deployment, the
 * server says so: then it is asked once more, and where that is taken, under the other name from then on.
 */
export async function underEitherName(
  { otherwise }: Pick<World, 'otherwise'>,
  { baseUrl }: Pick<Endpoint, 'baseUrl'>,
  params: Params,
  send: (params: Params) => Promise<Response>,
): Promise<Response> {
  const asked = `${baseUrl} ${params.model}`
  if (otherwise.has(asked)) return send(renamed(params))
  try {
    return await send(params)
  } catch (error) {
    if (params.max_tokens === undefined || !refusesLimitName(error)) throw error
    const response = await send(renamed(params))
    otherwise.add(asked)
    return response
  }
}

function renamed({ max_tokens: most, ...params }: Params): Params {
  return most === undefined ? params : { ...params, max_completion_tokens: most }
}
