import { join } from 'node:path'
import { FAMILIES, UNKNOWN_LIMITS } from '../../src/main/adapters/known-models/known-models.ts'
import type { KnownModel, ModelFamily } from '../../src/main/adapters/known-models/family.ts'
import { MAX_REQUEST_IMAGE_BYTES } from '../../src/shared/models/image-limits.ts'
import { DOCUMENT_FAMILIES } from '../../src/main/adapters/known-models/documents.ts'
import type { CountedCases } from '../../src/main/adapters/model-api/fakes/counted-cases.ts'
import type { EndpointKind } from '../../src/shared/models/endpoint.ts'
import type { Price } from '../../src/shared/models/price.ts'
import { tried } from './tried.ts'

export const PAGE = join(import.meta.dirname, '../../docs/models.md')

/** A sentence for each kind of endpoint in Settings. */
const KINDS: { readonly [Kind in EndpointKind]: string } = {
  openai:
    '**OpenAI-compatible** (`openai`): chat completions, as OpenAI, most other makers, routers and local servers (Ollama, LM Studio, llama.cpp, vLLM) speak them.',
  responses:
    "**OpenAI (Responses API)** (`responses`): OpenAI's newer API, which its newest models want for tools. Nothing is kept there.",
  anthropic: '**Anthropic** (`anthropic`): the Messages API, of Anthropic itself or of a gateway.',
  gemini:
    "**Gemini** (`gemini`): Google's own API, with signatures, thoughts and calls as the models give them (docs/decisions/036).",
  bedrock:
    '**Claude on Amazon Bedrock** (`bedrock`): with keys of AWS or an API key of Bedrock (docs/decisions/037).',
  vertex:
    '**Claude on Google Vertex AI** (`vertex`): with a service account or an access token (docs/decisions/037).',
}

/** Returns the complete docs/models.md. `counted`: the conformance cases that passed. */
export function modelsPage(counted: CountedCases): string {
  const parts = [
    INTRODUCTION,
    kinds(),
    tried(counted),
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

- **What it can read and answer**: what a person has entered in Settings, which Find models fills in from the endpoint's list where
  that says it (\`max_model_len\`, \`context_length\`, \`context_window\`, \`max_context_length\`, \`metadata.context_length\`,
  \`meta.n_ctx\`, \`meta.n_ctx_train\`; Ollama is asked about each model); else the row below with the longest prefix; else
  ${number(UNKNOWN_LIMITS.contextTokens)} tokens of context and ${number(UNKNOWN_LIMITS.outputTokens)} of output.
- **Where that is too much**, the server's refusal is believed: the limit that it names holds from then on for this model at this
  endpoint, at once and for as long as Phoenix runs. It is also written into Settings where the model is listed there and a person has
  left the field empty. Saving the endpoint forgets what was learnt.
- **No reply is asked to be longer** than half of what its model can read, nor than 128,000 tokens.
- **Effort** is the scale none, low, medium, high, xhigh, max. "?" means that no source says: low, medium and high are offered, and a
  refusal is repaired (docs/decisions/019). "–" means that it takes no such setting.
- **Prices** are the maker's list prices in US dollars for a million tokens, of exactly the name in the row or of a dated edition of it,
  and apply only at the maker's own hosts: resellers set their own. "–" means that no price was found, or that sources
  disagree.
- **Web search by the provider** (docs/decisions/046) can be allowed for known Claude models at endpoints of the kinds \`anthropic\` and \`vertex\`, and
  for known GPT models at those of the kind \`responses\`. Not with the other kinds: Google wants HTML of its own shown beside Gemini's
  search, Bedrock has none, chat completions have no common one. A search at api.anthropic.com costs $0.01 beside its tokens; OpenAI's are counted
  without a price.
- **Last days** are the maker's as well. The list of models shows them; afterwards a conversation gets the provider's own refusal.`

function documents(): string {
  const rows = DOCUMENT_FAMILIES.map(
    ({ family, pagesInWords, source, tokensPerPage }) =>
      `| ${family.name} | ${pagesInWords} | ${number(tokensPerPage)} | ${source} |`,
  )
  return `## PDF documents

An attached PDF is shown as a document (docs/decisions/045) to Claude over the Messages API, at Bedrock and at Vertex, to GPT over the
Responses API, to Gemini over its own API, and to these families over chat completions at openrouter.ai, to GPT also at api.openai.com.
Of a request documents and images take at most ${number(MAX_REQUEST_IMAGE_BYTES / 1_000_000)} MB, documents at most the pages below and two thirds of what the model reads.
All other models, and those for which it is too large, get its text (docs/decisions/062).

| family | pages of a request | tokens of a page, as estimated | source |
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

Taken on ${recordedOn}; ${sold}. Sources:

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
