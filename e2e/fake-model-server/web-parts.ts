import type { Json } from './json.ts'
import type { Part } from './parts.ts'

export interface WebPage {
  readonly url: string
  readonly title: string
}

/** Not run yet: its input comes in pieces, like that of a call. */
export function serverToolUse(id: string, name: string, input: Json): Part {
  const json = JSON.stringify(input)
  const half = Math.floor(json.length / 2)
  return {
    type: 'block',
    json: { ...useBlock(id, name, {}) },
    deltas: [json.slice(0, half), json.slice(half)].map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    })),
  }
}

/** The complete form of such a block. */
export function useBlock(id: string, name: string, input: Json): Json {
  return { type: 'server_tool_use', id, name, input, caller: { type: 'direct' } }
}

/** The results of a search, encrypted as by the API. */
export function foundBlock(id: string, pages: readonly WebPage[]): Json {
  const content = pages.map(({ title, url }) => ({
    type: 'web_search_result',
    title,
    url,
    encrypted_content: `Er8D+/${title.length}==\u2028 ${url}`,
    page_age: null,
  }))
  return { type: 'web_search_tool_result', tool_use_id: id, content, caller: { type: 'direct' } }
}

export function notFoundBlock(id: string, code: string): Json {
  const content = { type: 'web_search_tool_result_error', error_code: code }
  return { type: 'web_search_tool_result', tool_use_id: id, content, caller: { type: 'direct' } }
}

export function readBlock(id: string, { title, url }: WebPage, data: string): Json {
  const source = { type: 'text', media_type: 'text/plain', data }
  const content = { type: 'document', source, title, citations: null }
  const result = { type: 'web_fetch_result', url, content, retrieved_at: '2026-11-23T10:00:00Z' }
  return { type: 'web_fetch_tool_result', tool_use_id: id, content: result }
}

/** A search and its results. */
export function searched(id: string, query: string, pages: readonly WebPage[]): readonly Part[] {
  return [
    serverToolUse(id, 'web_search', { query }),
    { type: 'block', json: foundBlock(id, pages) },
  ]
}

export function citation({ title, url }: WebPage, text: string): Json {
  return {
    type: 'web_search_result_location',
    cited_text: text,
    url,
    title,
    encrypted_index: `Eo8BCioI${url.length}==`,
  }
}

/** A text that cites a page. */
export function cited(text: string, page: WebPage): Part {
  return {
    type: 'block',
    json: { type: 'text', text: '', citations: [] },
    deltas: [
      { type: 'text_delta', text },
      { type: 'citations_delta', citation: citation(page, text) },
    ],
  }
}
