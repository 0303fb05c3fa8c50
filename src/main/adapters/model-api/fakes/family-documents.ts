import type { Family } from '../../../../../e2e/fake-model-server/family.ts'
import type { DocumentLimits } from '../../../../shared/messages/document-limits.ts'
import { documentsOf } from '../../known-models/documents.ts'

/** Of the families whose servers take PDFs, what Settings make of them. */
const HOSTS: { readonly [name: string]: string } = { openrouter: 'openrouter.ai' }

const KINDS = {
  chat: 'openai',
  messages: 'anthropic',
  responses: 'responses',
  gemini: 'gemini',
  bedrock: 'bedrock',
  vertex: 'vertex',
} as const

/** Whether it is shown PDFs as documents, and how many pages. */
export function documentsFor({ model, name, speaks }: Family): DocumentLimits | null {
  return documentsOf(model, { kind: KINDS[speaks ?? 'chat'], host: HOSTS[name] ?? '' }, 200_000)
}
