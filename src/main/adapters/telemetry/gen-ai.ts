import type { Attributes } from '@opentelemetry/api'
import type { Usage } from '../../../shared/models/usage.ts'
import type {
  TelemetryEventOf,
  ObservedCall,
  ObservedRequest,
} from '../../runtime/ports/observer.ts'

/** Names of OpenTelemetry's conventions for generative AI, as far as they exist; the rest begins with `phoenix.`. */
export const AGENT: Attributes = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'Phoenix',
}

export function attributesOfRequest({ endpoint, model }: ObservedRequest): Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': endpoint,
    'gen_ai.request.model': model,
  }
}

export function attributesOfCall({ tool }: ObservedCall): Attributes {
  return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool }
}

export function errorOf({ outcome }: TelemetryEventOf<'requestEnded'>): Attributes {
  return outcome === 'responded' ? {} : { 'error.type': outcome }
}

/** The whole input, cached or not. */
export function inputTokensOf(usage: Usage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}
