import type { ModelPort } from '../../../runtime/ports/ports.ts'
import type { Endpoint } from '../../model-api/endpoint.ts'
import { type ModelOptions, modelAt as anyModelAt } from '../../model-api/fakes/model-calls.ts'
import { anthropicApi } from '../anthropic-api.ts'

export { ask, beginCall } from '../../model-api/fakes/model-calls.ts'

export function modelAt(at: string | (() => Endpoint), options?: ModelOptions): ModelPort {
  return anyModelAt(anthropicApi, at, options)
}
