import type {
  ResponseCreateParamsStreaming as Params,
  ResponseIncludable,
  ResponseInputItem,
  WebSearchTool,
} from 'openai/resources/responses/responses'
import type { Source, WebStep } from '../../../shared/messages/web-step.ts'
import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { sourceIn, sourcesIn } from '../model-api/sources.ts'
import type { Dispensable } from '../model-api/without-refused.ts'
import { wordsOfRefusal } from '../openai-compatible/error-details.ts'

/** The web search that runs at OpenAI. */
export const WEB_SEARCH: WebSearchTool = { type: 'web_search' }
/** Requests that a search's results are included. */
export const SEARCH_SOURCES: ResponseIncludable = 'web_search_call.action.sources'
const CALL = 'web_search_call'

export function isSearchCall({ type }: JsonObject): boolean {
  return type === CALL
}

/** A `web_search_call` as people see it. */
export function stepOf({ action, id: itemId }: JsonObject): WebStep {
  const did = asObject(action) ?? {}
  const id = asText(itemId) ?? ''
  const url = asText(did['url'])
  if (did['type'] !== 'search' && url !== null) return { type: 'page', id, url }
  const many = textsIn(did['queries'])
  const one = asText(did['query'])
  const queries = many.length > 0 || one === null ? many : [one]
  const { sources } = did
  const found = Array.isArray(sources) ? sources.flatMap((each) => sourceIn(each) ?? []) : null
  return { type: 'search', id, queries, found }
}

/** Opening a page costs only its tokens. */
export function isPaid(item: JsonObject): boolean {
  return isSearchCall(item) && asObject(item['action'])?.['type'] === 'search'
}

/** The citations in a message's parts, each once. */
export function citedIn(parts: unknown): readonly Source[] {
  const annotations = listIn(parts).flatMap((part) => listIn(asObject(part)?.['annotations']))
  return sourcesIn(annotations.filter((each) => asObject(each)?.['type'] === 'url_citation'))
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textsIn(values: unknown): readonly string[] {
  return listIn(values).flatMap((each) => asText(each) ?? [])
}

/** "Hosted tool 'web_search' is not supported with gpt-4.1-nano.": then the model answers without it. */
export const SEARCH_TOOL: Dispensable<Params> = {
  name: 'web_search',
  isRefusedBy: (error) =>
    /\bweb[_ -]?search(?!_call)|\bhosted tools?\b/i.test(wordsOfRefusal(error)),
  without({ tools, ...params }) {
    const left = tools?.filter(({ type }) => type !== WEB_SEARCH.type)
    if (left === undefined || left.length === tools?.length) return null
    const rest = withoutSources(params) ?? params
    return left.length === 0 ? rest : { ...rest, tools: left }
  },
}

/** For servers that return no sources. */
export const SOURCES: Dispensable<Params> = {
  name: SEARCH_SOURCES,
  isRefusedBy: (error) =>
    /web_search_call\.action\.sources|\binclude\b/.test(wordsOfRefusal(error)),
  without: withoutSources,
}

/** "Invalid value: 'web_search_call'.": then searches are removed from the history, with the thinking that led to them. */
export const SEARCH_CALLS: Dispensable<Params> = {
  name: CALL,
  isRefusedBy(error) {
    const words = wordsOfRefusal(error)
    return /\bweb_search_call\b(?!\.action)/.test(words) || /\bItem (with id )?'ws_/.test(words)
  },
  without({ input, ...params }) {
    if (!Array.isArray(input) || !input.some(isCallItem)) return null
    const left = input.filter((item, index) => {
      const led = input.slice(index).find((each) => each.type !== 'reasoning')
      const isOfCall = item.type === 'reasoning' && led !== undefined && isCallItem(led)
      return !isCallItem(item) && !isOfCall
    })
    return { ...params, input: left }
  },
}

function isCallItem({ type }: ResponseInputItem): boolean {
  return type === CALL
}

function withoutSources<Some extends Pick<Params, 'include'>>({ include, ...params }: Some) {
  if (include?.includes(SEARCH_SOURCES) !== true) return null
  const left = include.filter((each) => each !== SEARCH_SOURCES)
  return left.length === 0 ? params : { ...params, include: left }
}
