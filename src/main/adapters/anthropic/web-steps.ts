import type { WebStep } from '../../../shared/messages/web-step.ts'
import { PROVIDER_PAGE, PROVIDER_SEARCH } from '../../../shared/messages/web-tools.ts'
import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { sourceIn } from '../model-api/sources.ts'

/** The name of a running step of the provider's tools, as shown to people. Null if Phoenix does not offer that tool. */
export function nameOfUse({ name, type }: JsonObject): string | null {
  if (type !== 'server_tool_use') return null
  if (name === 'web_search') return PROVIDER_SEARCH
  return name === 'web_fetch' ? PROVIDER_PAGE : null
}

/** The step in a complete block, as shown to people. Null if Phoenix does not offer that tool. */
export function stepOf(block: JsonObject): WebStep | null {
  const id = asText(block['id']) ?? ''
  const input = asObject(block['input'])
  const name = nameOfUse(block)
  if (name === null) return resultOf(block)
  if (name === PROVIDER_PAGE) return { type: 'page', id, url: asText(input?.['url']) ?? '' }
  const query = asText(input?.['query'])
  return { type: 'search', id, queries: query === null ? [] : [query], found: null }
}

function resultOf({ content, tool_use_id, type }: JsonObject): WebStep | null {
  const id = asText(tool_use_id) ?? ''
  if (type === 'web_search_tool_result' && Array.isArray(content)) {
    const found = content.flatMap((each) => sourceIn(each) ?? [])
    return { type: 'result', id, found, failure: null }
  }
  if (type !== 'web_search_tool_result' && type !== 'web_fetch_tool_result') return null
  const result = asObject(content)
  const failure = asText(result?.['error_code'])
  if (failure !== null) return { type: 'result', id, found: [], failure }
  const title = asText(asObject(result?.['content'])?.['title'])
  const url = asText(result?.['url'])
  return { type: 'result', id, found: url === null ? [] : [{ url, title }], failure: null }
}
