import { assertNever } from '../../../shared/assert-never.ts'
import type { EndpointKind } from '../../../shared/models/endpoint.ts'
import { isKnownClaude, isKnownGpt } from './known-models.ts'

/**
 * True if a model can search the web at its provider: the API has such a tool, allows it next to an agent's tools, and the
 * name is one of its maker's (docs/decisions/046). A model that cannot search after all refuses, and is asked without the
 * tool.
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
