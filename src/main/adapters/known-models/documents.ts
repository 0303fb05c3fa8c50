import { type DocumentLimits } from '../../../shared/messages/document-limits.ts'
import type { EndpointKind } from '../../../shared/models/endpoint.ts'
import { MAX_REQUEST_IMAGE_BYTES } from '../../../shared/models/image-limits.ts'
import { CLAUDE } from './claude.ts'
import type { ModelFamily } from './family.ts'
import { GEMINI } from './gemini-grok-mistral.ts'
import { GPT } from './gpt.ts'
import { familyOf, seesImages } from './known-models.ts'

/** The limits of a family's models that take PDFs as documents. */
export interface DocumentFamily {
  readonly family: ModelFamily
  /** The page limit of one request, which depends on the context window; null if its maker names none. */
  readonly pages: (model: {
    readonly contextTokens: number
    readonly kind: EndpointKind
  }) => number | null
  readonly pagesInWords: string
  readonly tokensPerPage: number
  readonly source: string
}

/**
 * Bytes are our budget for the images and documents of a request (`image-limits.ts`), which is below every provider's limit:
 * 32 MB for a whole request (Claude), 50 MB for a document (Gemini, GPT). Tokens per page: "Each page typically uses
 * 1,500-3,000 tokens" and its image (Claude; 2,350 were measured for a full page of text:
 * huggingface.co/datasets/JOHNISKING/pdf-token-cost), 560 at the default resolution (Gemini, measured as well); "both the
 * extracted text and an image of each page" (GPT).
 */
export const DOCUMENT_FAMILIES: readonly DocumentFamily[] = [
  {
    family: CLAUDE,
    // "600 (100 when the request's context window is under 1M tokens)"; Amazon: "a maximum of 100 pages per request".
    pages: ({ contextTokens, kind }) =>
      contextTokens < 1_000_000 || kind === 'bedrock' ? 100 : 600,
    pagesInWords:
      '600; 100 of a model that reads less than a million tokens, and at Amazon Bedrock',
    tokensPerPage: 2_500,
    source:
      'https://platform.claude.com/docs/en/build-with-claude/pdf-support, https://docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html',
  },
  {
    family: GPT,
    pages: () => null,
    pagesInWords: 'no number is named',
    tokensPerPage: 2_000,
    source: 'https://developers.openai.com/api/docs/guides/file-inputs',
  },
  {
    family: GEMINI,
    pages: () => 1_000,
    pagesInWords: '1,000',
    tokensPerPage: 600,
    source: 'https://ai.google.dev/gemini-api/docs/document-processing',
  },
]

/**
 * The families whose PDFs a kind of endpoint takes, and the hosts that do; null: every host. Most other servers that speak
 * chat completions refuse the part (qwen-code #2020). OpenAI: "Chat Completions accepts only PDF files as file content
 * parts". OpenRouter: "When a model supports file input natively, the PDF is passed directly to the model", else another
 * service reads it (https://openrouter.ai/docs/features/multimodal/pdfs).
 */
const ACCEPTED: Readonly<
  Record<EndpointKind, readonly { family: ModelFamily; hosts: readonly string[] | null }[]>
> = {
  anthropic: [{ family: CLAUDE, hosts: null }],
  bedrock: [{ family: CLAUDE, hosts: null }],
  vertex: [{ family: CLAUDE, hosts: null }],
  responses: [{ family: GPT, hosts: null }],
  gemini: [{ family: GEMINI, hosts: null }],
  openai: [
    { family: GPT, hosts: ['api.openai.com', 'openrouter.ai'] },
    { family: CLAUDE, hosts: ['openrouter.ai'] },
    { family: GEMINI, hosts: ['openrouter.ai'] },
  ],
}

/** It serves its own models under the names of Claude's (https://api-docs.deepseek.com/guides/anthropic_api). */
const DEEPSEEK = /(^|\.)deepseek\.com$/

/** The share of a model's context that documents may take: the rest is for the conversation. */
const SHARE = 2 / 3

/** The document limits of a model at an endpoint; null if it takes none, or nothing is known. */
export function documentsOf(
  model: string,
  { kind, host }: { readonly kind: EndpointKind; readonly host: string },
  contextTokens: number,
): DocumentLimits | null {
  const family = familyOf(model)
  const known = DOCUMENT_FAMILIES.find((each) => each.family === family)
  if (known === undefined || !seesImages(model) || DEEPSEEK.test(host)) return null
  const isAccepted = ACCEPTED[kind].some(
    ({ family: accepted, hosts }) =>
      accepted === family && (hosts === null || hosts.includes(host)),
  )
  if (!isAccepted) return null
  const { tokensPerPage } = known
  const fitting = Math.floor((contextTokens * SHARE) / tokensPerPage)
  const pages = Math.min(known.pages({ contextTokens, kind }) ?? fitting, fitting)
  return { bytes: MAX_REQUEST_IMAGE_BYTES, pages, tokensPerPage }
}
