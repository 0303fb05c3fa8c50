import { assertNever } from '../../../shared/assert-never.ts'
import type { Clock, ModelOutcome, ModelPort, Timers } from '../../runtime/ports.ts'
import { askAnthropic } from './ask-anthropic.ts'
import { describeFault } from './describe-fault.ts'
import { hostOf, type Endpoint } from './endpoint.ts'
import { kindOf } from './fault.ts'
import { type ImageDeps, ImageSource } from './image-source.ts'

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
    ask: async (call): Promise<ModelOutcome> => {
      const endpoint = deps.endpoint()
      const answer = await askAnthropic(world, endpoint, call)
      switch (answer.type) {
        case 'replied': {
          const { blocks, end, usage } = answer.reply
          return { type: 'responded', blocks, end, usage }
        }
        case 'aborted':
          return { type: 'failed', kind: 'aborted', detail: 'Stopped.', retryAfterMs: null }
        case 'failed': {
          const { fault, retryAfterMs } = answer
          const names = {
            model: call.provider.model,
            host: hostOf(endpoint),
            apiKey: endpoint.apiKey,
          }
          const { what, wayOut } = describeFault(fault, names)
          return { type: 'failed', kind: kindOf(fault), detail: `${what} ${wayOut}`, retryAfterMs }
        }
        default:
          return assertNever(answer)
      }
    },
  }
}
