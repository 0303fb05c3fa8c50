import { join } from 'node:path'
import { FAMILIES, UNKNOWN_LIMITS } from '../../src/main/adapters/known-models/known-models.ts'
import type { KnownModel, ModelFamily } from '../../src/main/adapters/known-models/family.ts'
import { MAX_REQUEST_IMAGE_BYTES } from '../../src/shared/models/image-limits.ts'
import { DOCUMENT_FAMILIES } from '../../src/main/adapters/known-models/documents.ts'
import type { CountedCases } from '../../src/main/adapters/model-api/fakes/counted-cases.ts'
import type { EndpointKind } from '../../src/shared/models/endpoint.ts'
import type { Price } from '../../src/shared/models/price.ts'
import { conformanceSection } from './conformance-section.ts'

export const PAGE = join(import.meta.dirname, '../../docs/models.md')

/** A sentence for each kind of endpoint in Settings. */
const KINDS: { readonly [Kind in EndpointKind]: string } = {
  openai:
    '**OpenAI-compatible** (`openai`): the chat completions API of OpenAI, most other makers, routers and local servers (Ollama, LM Studio, llama.cpp, vLLM).',
  responses:
    "**OpenAI (Responses API)** (`responses`): OpenAI's newer API, which its newest models require for tools. OpenAI stores nothing.",
  anthropic: '**Anthropic** (`anthropic`): the Messages API of Anthropic itself or of a gateway.',
  gemini:
    "**Gemini** (`gemini`): Google's own API, with the models' own signatures, thoughts and calls (docs/decisions/036).",
  bedrock:
    '**Claude on Amazon Bedrock** (`bedrock`): with AWS keys or a Bedrock API key (docs/decisions/037).',
  vertex:
    '**Claude on Google Vertex AI** (`vertex`): with a service account or an access token (docs/decisions/037).',
}

/** Returns the complete docs/models.md. `counted`: the conformance cases that passed. */
export function modelsPage(counted: CountedCases): string {
  const parts = [
    INTRODUCTION,
    kinds(),
    conformanceSection(counted),
    RULES,
    documents(),
    ...FAMILIES.map(section),
  ]
  return `${parts.join('\n\n')}\n`
}

const INTRODUCTION = `# Endpoints and models

Written by \`npm run docs\` from \`src/main/adapters/known-models/\`; a test fails when it is stale. Change the table, not this page.`

function kinds(): string {
  const own = [
    '**The scripted demo**: no key and no network.',
    "**Anthropic's own endpoint**, always there.",
  ]
  const lines = [...own, ...Object.values(KINDS)].map((line) => `- ${line}`)
  return `## Kinds of endpoints\n\n${lines.join('\n')}`
}

const RULES = `## How Phoenix knows a model

- **Context and output limits** come from Settings. Find models fills them in if the endpoint's list contains them
  (\`max_model_len\`, \`context_length\`, \`context_window\`, \`max_context_length\`, \`metadata.context_length\`, \`meta.n_ctx\`,
  \`meta.n_ctx_train\`; Ollama is queried for each model). Otherwise the row below with the longest matching prefix applies, and
  if there is none, ${number(UNKNOWN_LIMITS.contextTokens)} tokens of context and ${number(UNKNOWN_LIMITS.outputTokens)} of output.
- **If a limit is too high**, Phoenix believes the server's refusal: the limit that it names applies to this model at this endpoint
  at once, and for as long as Phoenix runs. If the model is listed in Settings with an empty field, the limit is also saved
  there. Saving the endpoint discards learnt limits.
- **A reply may be at most** half as long as its model's context, and at most 128,000 tokens.
- **Effort** is one of none, low, medium, high, xhigh, max. "?" means that no source lists the levels: Phoenix offers low, medium and
  high, and repairs a refusal (docs/decisions/019). "–" means that the model has no such setting.
- **Prices** are the maker's list prices in US dollars for a million tokens. They apply to exactly the name in the row and to dated
  editions of it, and only at the maker's own hosts: resellers set their own. "–" means that no price was found, or that sources
  disagree.
- **Web search by the provider** (docs/decisions/046) can be allowed for known Claude models at endpoints of the kinds \`anthropic\` and \`vertex\`, and
  for known GPT models at those of the kind \`responses\`. Other kinds do not support it: Google requires its own HTML next to
  results of Gemini's search, Bedrock has no search, and chat completions have no common one. A search at api.anthropic.com costs $0.01 in addition to its tokens; OpenAI's
  searches are counted without a price.
- **Last days** are the maker's dates. The list of models shows them; after that day a conversation gets the provider's refusal.`

function documents(): string {
  const rows = DOCUMENT_FAMILIES.map(
    ({ family, pagesInWords, source, tokensPerPage }) =>
      `| ${family.name} | ${pagesInWords} | ${number(tokensPerPage)} | ${source} |`,
  )
  return `## PDF documents

An attached PDF is shown as a document (docs/decisions/045) to Claude over the Messages API, at Bedrock and at Vertex, to GPT over the
Responses API, to Gemini over its own API, and to these families over chat completions at openrouter.ai, to GPT also at api.openai.com.
In a request, documents and images take at most ${number(MAX_REQUEST_IMAGE_BYTES / 1_000_000)} MB, and documents have at most the pages below and fill at most two thirds of the context.
All other models get the document's text, and so do these if it is too large (docs/decisions/062).

| family | pages per request | tokens per page, estimated | source |
|---|---|--:|---|
${rows.join('\n')}`
}

function section({ hosts, models, name, sources, recordedOn }: ModelFamily): string {
  const sold = hosts.length === 0 ? 'not sold by its maker' : `list prices at ${hosts.join(', ')}`
  const head =
    '| model | context | output | effort | thinks | images | tools | input | output | cache read | cache write | last day |'
  const line = '|---|--:|--:|---|---|---|---|--:|--:|--:|--:|---|'
  const from = sources.map((source) => `- ${source}`).join('\n')
  return `## ${name}

Recorded on ${recordedOn}; ${sold}. Sources:

${from}

${[head, line, ...models.map(rowOf)].join('\n')}`
}

function rowOf(model: KnownModel): string {
  const { contextTokens, endsOn, images, levels, outputTokens, prefix, price, thinks, tools } =
    model
  const cells = [
    `\`${prefix}\``,
    number(contextTokens),
    number(outputTokens),
    levels === undefined ? '?' : levels.join(' ') || '–',
    ...[thinks, images, tools].map((can) => (can ? 'yes' : 'no')),
    ...prices(price),
    endsOn ?? '–',
  ]
  return `| ${cells.join(' | ')} |`
}

function prices(price: Price | undefined): readonly string[] {
  if (price === undefined) return ['–', '–', '–', '–']
  const { long } = price
  const kindsOfToken = ['input', 'output', 'cacheRead', 'cacheWrite'] as const
  return kindsOfToken.map((kind) => {
    const short = usd(price[kind])
    return long === null ? short : `${short}; ${usd(long[kind])} above ${number(long.above)}`
  })
}

function usd(amount: number): string {
  return String(Number(amount.toFixed(6)))
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
