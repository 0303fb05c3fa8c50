import { assertNever } from '../../../shared/assert-never.ts'
import type { EndpointKind } from '../../../shared/models/endpoint.ts'
import { isKnownClaude, isKnownGpt } from './known-models.ts'

/**
 * Whether a model of this name can search the web at its provider: where the API has such a tool, may have it beside those of an
 * agent, and the name is of its maker's (docs/decisions/046). One that cannot all the same says so, and is asked without.
 */
export function searchesWeb(kind: EndpointKind, model: string): boolean {
  switch (kind) {
    case 'anthropic':
    case 'vertex':
      return isKnownClaude(model)
    case 'responses':
      return isKnownGpt(model)
    case 'openai':
    case 'gemini':
    case 'bedrock':
      return false
    default:
      return assertNever(kind)
  }
}
