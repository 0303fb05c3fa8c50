import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { WholeReply } from '../model-api/ask-endpoint.ts'
import { readInput } from '../model-api/call-parts.ts'
import { asCount, asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import type { ReplyListener } from '../model-api/exchange.ts'
import { KeptBytes } from '../model-api/faults/limits.ts'
import { OUTPUT_ITEM } from './output-item.ts'
import { PROVIDER_SEARCH } from '../../../shared/messages/web-tools.ts'
import { citedIn, isPaid, isSearchCall, stepOf } from './web-search.ts'

/** Deltas that people read as they arrive. The stored reply consists of its complete items. */
const DELTAS: ReadonlyMap<string, 'text' | 'thinking'> = new Map([
  ['response.output_text.delta', 'text'],
  ['response.refusal.delta', 'text'],
  ['response.reasoning_summary_text.delta', 'thinking'],
  ['response.reasoning_text.delta', 'thinking'],
])

const ENDED: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])
/** Events that only show that the stream is alive. */
const ALIVE: ReadonlySet<string> = new Set([
  'response.created',
  'response.output_item.added',
  'response.function_call_arguments.delta',
  'response.web_search_call.in_progress',
  'response.web_search_call.searching',
  'response.web_search_call.completed',
])

/** Assembles the events of one response. */
export class ReplyAssembly {
  readonly #listener: ReplyListener
  /** Keyed by their index in the output, kind and id: some servers give several items one index (open-responses-server #63). */
  readonly #items = new Map<string, { readonly index: number; readonly item: JsonObject }>()
  #response: JsonObject | null = null
  #isThinkingNow = false
  #hasWords = false
  /** True after text that was followed by a search: further text starts a new paragraph. */
  #isAfterSearch = false
  readonly #text: string[] = []
  readonly #streamed = new KeptBytes()
  readonly #kept = new KeptBytes()

  constructor(listener: ReplyListener) {
    this.#listener = listener
  }

  /** True once the server has reported the end, and the reason. */
  get hasEnd(): boolean {
    return this.#response !== null
  }

  get isTooMuch(): boolean {
    return this.#streamed.isTooMuch || this.#kept.isTooMuch
  }

  get isThinking(): boolean {
    return this.#isThinkingNow
  }

  /** Returns false if the event's meaning is unknown. */
  take(event: JsonObject): boolean {
    const type = asText(event['type']) ?? ''
    const part = DELTAS.get(type)
    if (part !== undefined) return this.#say(part, asText(event['delta']) ?? '')
    if (type === 'response.reasoning_summary_part.added') return this.#beginSummary()
    if (type === 'response.output_item.done') return this.#keep(event)
    if (ENDED.has(type)) {
      this.#response = { ...asObject(event['response']), status: type.slice('response.'.length) }
      return true
    }
    if (type === 'response.function_call_arguments.delta') {
      const json = asText(event['delta']) ?? ''
      this.#isThinkingNow = false
      this.#streamed.piece(json)
      this.#listener.onCallDelta(asCount(event['output_index']) ?? -1, '', json)
    }
    if (type === 'response.output_item.added') this.#beginCall(event)
    return ALIVE.has(type)
  }

  get saysNothing(): boolean {
    const { end, blocks } = this.finish()
    return end === 'unknown' && blocks.length === 0
  }

  finish(): WholeReply {
    const items = this.#wholeItems()
    const blocks = withText(items.flatMap(blocksOf), this.#text.join(''))
    const searches = items.filter(isPaid).length
    const counted = usageOf(asObject(this.#response?.['usage']) ?? {})
    const usage = searches === 0 ? counted : { ...counted, searches }
    return { blocks, end: endOf(this.#response ?? {}, items), usage }
  }

  #say(part: 'text' | 'thinking', words: string): boolean {
    if (words === '') return true
    this.#isThinkingNow = part === 'thinking'
    if (part === 'thinking') this.#hasWords = true
    else {
      if (this.#isAfterSearch && this.#text.length > 0) this.#listener.onDelta('text', '\n\n')
      this.#isAfterSearch = false
      this.#text.push(words)
    }
    this.#streamed.piece(words)
    this.#listener.onDelta(part, words)
    return true
  }

  /** Each summary is a paragraph. */
  #beginSummary(): boolean {
    if (this.#hasWords) this.#listener.onDelta('thinking', '\n\n')
    return true
  }

  #beginCall(event: JsonObject): void {
    const item = asObject(event['item'])
    if (item !== null && isSearchCall(item)) {
      this.#isAfterSearch = true
      this.#listener.onCallDelta(asCount(event['output_index']) ?? -1, PROVIDER_SEARCH, '')
    }
    if (item?.['type'] !== 'function_call') return
    const name = asText(item['name']) ?? ''
    this.#listener.onCallDelta(asCount(event['output_index']) ?? -1, name, '')
  }

  #keep(event: JsonObject): boolean {
    const item = asObject(event['item'])
    if (item === null) return false
    this.#isThinkingNow = false
    const index = asCount(event['output_index']) ?? this.#items.size
    const id = asText(item['id']) ?? asText(item['call_id'])
    this.#items.set(JSON.stringify([index, item['type'], id]), { index, item })
    this.#kept.block(item)
    return true
  }

  /** The items in their final form; also works for a proxy that sends only the complete response at the end. */
  #wholeItems(): readonly JsonObject[] {
    const sorted = [...this.#items.values()].toSorted((a, b) => a.index - b.index)
    const whole = sorted.map(({ item }) => item)
    if (whole.length > 0) return whole
    const output = this.#response?.['output']
    if (!Array.isArray(output)) return []
    return output.map(asObject).filter((item) => item !== null)
  }
}

/** Adds the streamed text if the items have none: some servers send it only in pieces (agentgateway #2281). */
function withText(blocks: readonly Block[], text: string): readonly Block[] {
  if (text.trim() === '' || blocks.some(({ type }) => type === 'text')) return blocks
  const calls = blocks.filter(({ type }) => type === 'toolCall')
  const others = blocks.filter(({ type }) => type !== 'toolCall')
  return [...others, { type: 'text', text }, ...calls]
}

function blocksOf(item: JsonObject): readonly Block[] {
  switch (asText(item['type']) ?? '') {
    case 'message':
      return messageBlocks(item)
    case 'function_call':
      return [
        {
          type: 'toolCall',
          providerCallId: asText(item['call_id']) ?? '',
          name: asText(item['name']) ?? '',
          input: readInput(asText(item['arguments']) ?? ''),
        },
      ]
    case 'reasoning': {
      const text = [...textsIn(item['summary']), ...textsIn(item['content'])].join('\n\n')
      const shown: readonly Block[] =
        text === '' ? [] : [{ type: 'thinking', text, signature: null }]
      return [...shown, { type: 'providerItem', field: OUTPUT_ITEM, json: item }]
    }
    case 'web_search_call':
      return [{ type: 'serverTool', step: stepOf(item), json: item }]
    default:
      return [{ type: 'providerItem', field: OUTPUT_ITEM, json: item }]
  }
}

/** The newest models mark which of their messages is commentary and which is the answer, and require the marks back. */
function messageBlocks(item: JsonObject): readonly Block[] {
  const text = textsIn(item['content']).join('')
  if (text === '') return []
  const phase = asText(item['phase'])
  const sources = citedIn(item['content'])
  const textBlock: Block = { type: 'text', text, ...(sources.length > 0 && { sources }) }
  if (phase === null) return [textBlock]
  const head = { type: 'message', phase }
  return [{ type: 'providerItem', field: OUTPUT_ITEM, json: head }, textBlock]
}

function textsIn(parts: unknown): readonly string[] {
  if (!Array.isArray(parts)) return []
  return parts.flatMap((part) => {
    const fields = asObject(part)
    return asText(fields?.['text']) ?? asText(fields?.['refusal']) ?? []
  })
}

const INCOMPLETE: ReadonlyMap<string, ReplyEnd> = new Map([
  ['max_output_tokens', 'maxTokens'],
  ['content_filter', 'refusal'],
])

function endOf(response: JsonObject, items: readonly JsonObject[]): ReplyEnd {
  const why = asText(asObject(response['incomplete_details'])?.['reason'])
  if (why !== null) return INCOMPLETE.get(why) ?? 'unknown'
  if (response['status'] !== 'completed') return 'unknown'
  if (items.some(({ type }) => type === 'function_call')) return 'toolUse'
  return items.some(isRefused) ? 'refusal' : 'endTurn'
}

function isRefused({ content }: JsonObject): boolean {
  return Array.isArray(content) && content.some((part) => asObject(part)?.['type'] === 'refusal')
}

/** As everywhere in Phoenix, input excludes cache reads and writes. */
function usageOf(counts: JsonObject): Usage {
  if (Object.keys(counts).length === 0) return NO_USAGE
  const details = asObject(counts['input_tokens_details'])
  const cacheReadTokens = asCount(details?.['cached_tokens']) ?? 0
  const cacheWriteTokens = asCount(details?.['cache_write_tokens']) ?? 0
  const input = asCount(counts['input_tokens']) ?? 0
  return {
    inputTokens: Math.max(0, input - cacheReadTokens - cacheWriteTokens),
    outputTokens: asCount(counts['output_tokens']) ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
  }
}
