import { failed, ok, type Result } from '../../../shared/result.ts'
import type { AskDeps } from '../model-api/ask-endpoint.ts'
import type { Endpoint } from '../model-api/endpoint.ts'
import type { Fault } from '../model-api/faults/fault.ts'
import { asCount, asObject } from '../model-api/json-fields.ts'
import type { CountCall } from '../model-api/model-api.ts'
import { withoutRefused } from '../model-api/without-refused.ts'
import { buildParams } from './build-params.ts'
import { classifyThrown } from './classify-error.ts'
import { DISPENSABLE_FIELDS } from './dispensable-fields.ts'
import { checkEndpoint, createClient } from './endpoint.ts'
import { betaHeader, dispensableServerTools, OF_ANTHROPIC } from './server-tools.ts'

/** POST /v1/messages/count_tokens: the request as it would be sent, without the fields that only concern an answer. */
export async function countTokens(
  deps: AskDeps,
  endpoint: Endpoint,
  call: CountCall,
): Promise<Result<number, Fault>> {
  const usable = checkEndpoint(endpoint)
  if (usable.type !== 'usable') return failed(usable)
  const { signal } = call
  try {
    const { messages } = await createClient(usable)
    const params = buildParams(call, deps.base64Of)
    const ofServer = dispensableServerTools(call.request.tools, OF_ANTHROPIC)
    const dispensable = [...ofServer, ...DISPENSABLE_FIELDS]
    const response = await withoutRefused(deps, usable, params, dispensable, (fitting) => {
      const { max_tokens: _most, stream: _stream, ...counted } = fitting
      const headers = betaHeader(fitting, OF_ANTHROPIC, usable.headers)
      return messages.countTokens(counted, { signal, headers }).asResponse()
    })
    const tokens = asCount(asObject(await response.json())?.['input_tokens'])
    return tokens === null ? failed({ type: 'unreadableAnswer' }) : ok(tokens)
  } catch (error) {
    return failed(signal.aborted ? { type: 'tooSlow' } : classifyThrown(error, 0).fault)
  }
}
