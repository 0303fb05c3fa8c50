import { APIError } from '@anthropic-ai/sdk'
import type {
  MessageCreateParamsStreaming as Params,
  Tool,
  ToolUnion,
  WebFetchTool20250910,
  WebSearchTool20250305,
} from '@anthropic-ai/sdk/resources/messages'
import { WEB_FETCH } from '../../../shared/web-tools.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import type { Dispensable } from '../model-api/without-refused.ts'
import { withoutServerBlocks } from './server-blocks.ts'

/** Of one request: a model that has not found it by then is asked again, and a person sees that. */
const MAX_USES = 10
/** Of the text of one page. A page stands in every later request of the conversation. */
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
export const SERVER_TOOLS: readonly ToolUnion[] = [SEARCH, PAGE]

/** A name stands once among the tools of a request: that of the provider takes the place of Phoenix's own. */
export function besideServerTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return tools.filter(({ name }) => SERVER_TOOLS.every((each) => nameOf(each) !== name))
}

/** Servers from before the tool needed no word of its own want this. */
const PAGE_BETA = 'web-fetch-2025-09-10'

/** `own`: what a person has set for this header. */
export function betaHeader({ tools }: Params, own: string | undefined): Record<string, string> {
  if (tools?.some((tool) => tool.type === PAGE.type) !== true) return {}
  return { 'anthropic-beta': own === undefined ? PAGE_BETA : `${own},${PAGE_BETA}` }
}

/** What of a request that may search the web a server may refuse. `tools`: Phoenix's own. */
export function dispensableServerTools(tools: readonly ToolSpec[]): readonly Dispensable<Params>[] {
  return [SERVER_BLOCKS, pageFor(tools.find(({ name }) => name === WEB_FETCH)), SERVER_SEARCH]
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

/** Phoenix's own tool of that name is there again. */
function pageFor(own: ToolSpec | undefined): Dispensable<Params> {
  return {
    name: PAGE.type,
    isRefusedBy: (error) => isOfTool(error, /\bweb[ _-]?fetch|\btool names must be unique\b/i),
    without: (params) => withoutTool(params, PAGE, own === undefined ? [] : [plainTool(own)]),
  }
}

/** Without the fields that a server may refuse: nothing that was left out comes back with it. */
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

/** What a server says that knows only tools of its clients, which of them it means is left open. */
const UNNAMED =
  /\bnot support tool types?\b|\bmissing field\b.*\binput_schema\b|\binput_schema: Field required/is

function isOfTool(error: unknown, named: RegExp): boolean {
  const words = wordsOf(error)
  if (/^messages\b/.test(words)) return false
  if (/\bweb[ _-]?(search|fetch)/i.test(words)) return named.test(words)
  return named.test(words) || UNNAMED.test(words)
}

/** Before its status and its body, which quotes it again. */
function wordsOf(error: unknown): string {
  if (!(error instanceof APIError)) return ''
  const body: unknown = error.error
  const said = (body as { error?: { message?: unknown } } | undefined)?.error?.message
  return typeof said === 'string' ? said : error.message
}

function nameOf(tool: ToolUnion): string | null {
  return 'name' in tool ? tool.name : null
}
