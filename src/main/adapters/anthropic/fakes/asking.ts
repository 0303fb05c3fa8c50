import type { ModelPort } from '../../../runtime/ports/ports.ts'
import type { Endpoint } from '../../model-api/endpoint.ts'
import { type AskingOptions, modelAt as anyModelAt } from '../../model-api/fakes/asking.ts'
import { anthropicApi } from '../anthropic-api.ts'

export { ask, beginAsking } from '../../model-api/fakes/asking.ts'

export function modelAt(at: string | (() => Endpoint), options?: AskingOptions): ModelPort {
  return anyModelAt(anthropicApi, at, options)
}
