import { APIError } from '@anthropic-ai/sdk/core/error'
import type {
  MessageCreateParamsStreaming as Params,
  Tool,
  ToolUnion,
  WebFetchTool20250910,
  WebSearchTool20250305,
} from '@anthropic-ai/sdk/resources/messages'
import { WEB_FETCH } from '../../../shared/messages/web-tools.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import type { Dispensable } from '../model-api/without-refused.ts'
import { withoutServerBlocks } from './server-blocks.ts'

/** Per request. A model that needs more searches is asked again, which the user sees. */
const MAX_USES = 10
/** The limit for the text of one page. A page is part of every later request of the conversation. */
const MAX_PAGE_TOKENS = 25_000

const SEARCH: WebSearchTool20250305 = {
  type: 'web_search_20250305',
  name: 'web_search',
  max_uses: MAX_USES,
}
const PAGE: WebFetchTool20250910 = {
  type: 'web_fetch_20250910',
  name: WEB_FETCH,
  max_uses: MAX_USES,
  max_content_tokens: MAX_PAGE_TOKENS,
}
/** The tools that run at the provider. `beta`: the header value that a tool needs, by its type. */
export interface ServerTools {
  readonly tools: readonly (typeof SEARCH | typeof PAGE)[]
  readonly beta: Readonly<Record<string, string>>
}

/** Servers from before the page reader left beta need its header value. */
export const OF_ANTHROPIC: ServerTools = {
  tools: [SEARCH, PAGE],
  beta: { [PAGE.type]: 'web-fetch-2025-09-10' },
}
/** Vertex has only the search, and needs its header value (LiteLLM #16269, ax-llm/ax #457). */
export const OF_VERTEX: ServerTools = {
  tools: [SEARCH],
  beta: { [SEARCH.type]: 'web-search-2025-03-05' },
}
/** Bedrock has no server tools. */
export const NO_SERVER_TOOLS: ServerTools = { tools: [], beta: {} }

/** Tool names in a request are unique: the provider's tool replaces Phoenix's own. */
export function ownToolsNextTo(
  tools: readonly ToolSpec[],
  ofServer: ServerTools,
): readonly ToolSpec[] {
  return tools.filter(({ name }) => ofServer.tools.every((each) => each.name !== name))
}

/** `headers` are the user's own; their value of this header is sent as well. */
export function betaHeader(
  { tools = [] }: Params,
  { beta }: ServerTools,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const wanted = tools.flatMap(({ type }) => beta[type ?? 'custom'] ?? [])
  if (wanted.length === 0) return {}
  const own = Object.entries(headers).find(([name]) => name.toLowerCase() === 'anthropic-beta')
  return { 'anthropic-beta': [...(own === undefined ? [] : [own[1]]), ...wanted].join() }
}

/** The parts of a request with web search that a server may refuse. `tools` are Phoenix's own. */
export function dispensableServerTools(
  tools: readonly ToolSpec[],
  ofServer: ServerTools,
): readonly Dispensable<Params>[] {
  const page = ofServer.tools.includes(PAGE)
    ? [pageFor(tools.find(({ name }) => name === WEB_FETCH))]
    : []
  return [SERVER_BLOCKS, ...page, SERVER_SEARCH]
}

/** "messages.3: `web_search` tool use with id `srvtoolu_...` was found without a corresponding `web_search_tool_result` block". */
export const SERVER_BLOCKS: Dispensable<Params> = {
  name: 'server tool blocks',
  isRefusedBy: (error) =>
    /\bsrvtoolu_|\bserver_tool_use\b|\bweb_(search|fetch)_tool_result|^messages\b.*\bweb_(search|fetch)/s.test(
      wordsOf(error),
    ),
  without(params) {
    const messages = withoutServerBlocks(params.messages)
    return messages === null ? null : { ...params, messages }
  },
}

/** "tools.0: Input tag 'web_search_20250305' found using 'type' does not match any of the expected tags". */
const SERVER_SEARCH: Dispensable<Params> = {
  name: SEARCH.type,
  isRefusedBy: (error) => isOfTool(error, /\bweb[ _-]?search/i),
  without: (params) => withoutTool(params, SEARCH, []),
}

/** Phoenix's own tool of that name takes its place again. */
function pageFor(own: ToolSpec | undefined): Dispensable<Params> {
  return {
    name: PAGE.type,
    isRefusedBy: (error) => isOfTool(error, /\bweb[ _-]?fetch|\btool names must be unique\b/i),
    without: (params) => withoutTool(params, PAGE, own === undefined ? [] : [plainTool(own)]),
  }
}

/** Omits the fields that a server may refuse, so none of them comes back with the tool. */
function plainTool({ description, inputSchema, name }: ToolSpec): Tool {
  return { name, description, input_schema: { ...inputSchema, type: 'object' } }
}

function withoutTool(
  params: Params,
  { type }: WebSearchTool20250305 | WebFetchTool20250910,
  instead: readonly Tool[],
): Params | null {
  const { tools = [] } = params
  if (!tools.some((tool) => tool.type === type)) return null
  const left = tools.flatMap((tool): readonly ToolUnion[] =>
    tool.type === type ? instead : [tool],
  )
  return { ...params, tools: left }
}

/** The refusal of a server that knows only client tools; it does not name the tool. */
const UNNAMED =
  /\bnot support tool types?\b|\bmissing field\b.*\binput_schema\b|\binput_schema: Field required/is

function isOfTool(error: unknown, named: RegExp): boolean {
  const words = wordsOf(error)
  if (/^messages\b/.test(words)) return false
  if (/\bweb[ _-]?(search|fetch)/i.test(words)) return named.test(words)
  return named.test(words) || UNNAMED.test(words)
}

/** The message without the status before it and the body after it, which quotes the message again. */
function wordsOf(error: unknown): string {
  if (!(error instanceof APIError)) return ''
  const body: unknown = error.error
  const message = (body as { error?: { message?: unknown } } | undefined)?.error?.message
  return typeof message === 'string' ? message : error.message
}
