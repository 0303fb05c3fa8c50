import type { Clock, ModelPort, Timers } from '../../runtime/ports.ts'
import { type ImageDeps, ImageSource } from '../model-api/image-source.ts'
import { tellOutcome } from '../model-api/tell-outcome.ts'
import { askAnthropic } from './ask-anthropic.ts'
import { API, hostOf, type Endpoint } from './endpoint.ts'

export interface AnthropicDeps extends ImageDeps {
  /** Asked anew for every request: the key and the address in force. */
  endpoint(): Endpoint
  readonly timers: Timers
  readonly clock: Clock
}

/** The Messages API as a model port: one request for each call, streamed and watched, never retried here. */
export function createAnthropicModel(deps: AnthropicDeps): ModelPort {
  const images = new ImageSource(deps)
  const { timers, clock } = deps
  const world = { timers, clock, imageOf: images.of.bind(images) }
  return {
    ask: async (call) => {
      const endpoint = deps.endpoint()
      const answer = await askAnthropic(world, endpoint, call)
      const { model } = call.provider
      const { apiKey } = endpoint
      return tellOutcome(answer, { api: API, model, host: hostOf(endpoint), apiKey })
    },
  }
}
