import type { Family } from '../../../../../e2e/fake-model-server/family.ts'
import type { DocumentLimits } from '../../../../shared/messages/document-limits.ts'
import { documentsOf } from '../../known-models/documents.ts'

/** The hosts of families whose servers accept PDFs, as in Settings. */
const HOSTS: { readonly [name: string]: string } = { openrouter: 'openrouter.ai' }

const KINDS = {
  chat: 'openai',
  messages: 'anthropic',
  responses: 'responses',
  gemini: 'gemini',
  bedrock: 'bedrock',
  vertex: 'vertex',
} as const

/** The limits for PDFs as documents; null if the family does not accept them. */
export function documentsFor({ model, name, speaks }: Family): DocumentLimits | null {
  return documentsOf(model, { kind: KINDS[speaks ?? 'chat'], host: HOSTS[name] ?? '' }, 200_000)
}
