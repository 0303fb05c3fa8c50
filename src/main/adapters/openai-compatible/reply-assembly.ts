import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { WholeReply } from '../model-api/ask-endpoint.ts'
import { parseObject, readInput } from '../model-api/call-parts.ts'
import { asCount, asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import type { ReplyListener } from '../model-api/exchange.ts'
import { KeptBytes } from '../model-api/faults/limits.ts'
import {
  callFieldsIn,
  REASONING_FIELDS,
  ReasoningDetails,
  storable,
  THINKING_PARTS,
} from './reasoning-fields.ts'
import { choicesIn } from './first-choice.ts'
import { usageOf } from './usage-of.ts'

const DETAILS = 'reasoning_details'

interface OpenCall {
  /** Its place among the calls. */
  readonly place: number
  id: string
  name: string
  /** The server's additional fields. */
  provider: JsonObject
  readonly pieces: string[]
}

/**
 * Assembles the chunks of one stream, with the choices that `FirstChoice` hears. Tolerates whatever can still be understood:
 * calls without an index, repeated names, arguments as an object, thinking under any of its names, an answer in parts.
 */
export class ReplyAssembly {
  readonly #listener: ReplyListener
  readonly #thinking: string[] = []
  /** The name of the field that came first; a second field carries the same text. */
  #thinkingField: string | null = null
  readonly #details = new ReasoningDetails()
  /** The server's additional fields for the whole reply. */
  #extra: JsonObject | null = null
  readonly #text: string[] = []
  readonly #calls: OpenCall[] = []
  /** The newest call at each of the server's indexes. */
  readonly #newestAt = new Map<number, OpenCall>()
  /** Calls with an id and an index, by both. */
  readonly #byId = new Map<string, OpenCall>()
  #lastCall: OpenCall | undefined
  #endReason: string | null = null
  /** The number of pieces so far, and before the first end reason. */
  #pieces = 0
  #piecesBeforeEnd: number | null = null
  #usage: Usage = NO_USAGE
  #isThinkingNow = false
  readonly #kept = new KeptBytes()

  constructor(listener: ReplyListener) {
    this.#listener = listener
  }

  /** The end reason in the server's own terms; null if there is none so far. Only counts follow it. */
  get reason(): string | null {
    return this.#endReason
  }

  /** Some servers send an end reason with every piece (litellm #376): only one after all pieces says that it is whole. */
  get streamPhase(): 'goesOn' | 'mayEnd' | 'whole' {
    if (this.#endReason === null) return 'goesOn'
    return this.#pieces > 0 && this.#pieces === this.#piecesBeforeEnd ? 'whole' : 'mayEnd'
  }

  /** True if the reply is longer than the limit for one reply. */
  get isTooMuch(): boolean {
    return this.#kept.isTooMuch
  }

  get isThinking(): boolean {
    return this.#isThinkingNow
  }

  /** Returns false if the chunk's meaning is unknown. */
  take(chunk: JsonObject): boolean {
    const counts = asObject(chunk['usage'])
    if (counts !== null) this.#usage = usageOf(counts)
    const heard = choicesIn(chunk)
    for (const choice of heard) this.#takeChoice(choice)
    return heard.length > 0 || counts !== null
  }

  #takeChoice(choice: JsonObject): void {
    const before = this.#pieces
    this.#takeDelta(asObject(choice['delta']) ?? asObject(choice['message']) ?? {})
    // Some servers send an empty end reason in every chunk.
    this.#endReason = asText(choice['finish_reason']) || this.#endReason
    if (this.#endReason !== null) this.#piecesBeforeEnd ??= before
  }

  get saysNothing(): boolean {
    return this.#endReason === null && this.#calls.length === 0 && this.#text.join('').trim() === ''
  }

  finish(): Pick<WholeReply, 'blocks' | 'usage'> {
    const text = this.#text.join('')
    const blocks: Block[] = [...this.#thought()]
    if (text !== '') blocks.push({ type: 'text', text })
    for (const { id, name, pieces, provider } of this.#calls) {
      const call = { type: 'toolCall', providerCallId: id, name } as const
      const input = readInput(pieces.join(''))
      const stored = storable(provider)
      const isBare = stored === null || Object.keys(stored).length === 0
      blocks.push(isBare ? { ...call, input } : { ...call, input, provider: stored })
    }
    return { blocks, usage: this.#usage }
  }

  /** The reply's thinking, and the parts of it that the server requires back. */
  #thought(): readonly Block[] {
    const text = this.#thinking.join('')
    const thinking = { type: 'thinking', text, signature: null } as const
    const field = this.#thinkingField
    // Thinking that came only in entries goes back in them.
    const named = field === null || field === DETAILS ? thinking : { ...thinking, field }
    return [
      ...(text === '' ? [] : [named]),
      ...this.#details.entries.flatMap((entry) => itemOf(DETAILS, entry)),
      ...(this.#extra === null ? [] : itemOf('extra_content', this.#extra)),
    ]
  }

  #takeDelta(delta: JsonObject): void {
    this.#takeReasoning(delta)
    const content = delta['content'] ?? delta['refusal']
    if (Array.isArray(content)) for (const part of content) this.#takePart(asObject(part) ?? {})
    else this.#say('text', textIn(content))
    const calls = delta['tool_calls']
    if (Array.isArray(calls)) for (const call of calls) this.#takeCall(asObject(call) ?? {})
  }

  #takeReasoning(delta: JsonObject): void {
    const field = REASONING_FIELDS.find((name) => textIn(delta[name]) !== '')
    if (field !== undefined) this.#think(field, textIn(delta[field]))
    const details = delta[DETAILS]
    for (const entry of Array.isArray(details) ? details : []) this.#takeDetail(asObject(entry))
    const extra = asObject(delta['extra_content'])
    if (extra === null) return
    this.#kept.piece(JSON.stringify(extra))
    this.#extra = { ...this.#extra, ...extra }
  }

  #takeDetail(entry: JsonObject | null): void {
    if (entry === null) return
    if (this.#details.take(entry)) this.#kept.block(entry)
    else this.#kept.piece(JSON.stringify(entry))
    this.#think(DETAILS, textIn(entry['text'] ?? entry['summary']))
  }

  #think(field: string, words: string): void {
    if (words === '') return
    this.#thinkingField ??= field
    if (this.#thinkingField === field) this.#say('thinking', words)
  }

  /** Mistral's thinking models put everything into parts. */
  #takePart(part: JsonObject): void {
    this.#think(THINKING_PARTS, textIn(part['thinking']))
    this.#say('text', textIn(part['text']))
  }

  #say(part: 'text' | 'thinking', words: string): void {
    if (words === '') return
    this.#isThinkingNow = part === 'thinking'
    this.#pieces += 1
    this.#kept.piece(words)
    if (part === 'text') this.#text.push(words)
    else this.#thinking.push(words)
    this.#listener.onDelta(part, words)
  }

  #takeCall(piece: JsonObject): void {
    this.#isThinkingNow = false
    this.#pieces += 1
    const id = asText(piece['id']) ?? ''
    const fn = asObject(piece['function']) ?? {}
    const name = asText(fn['name']) ?? ''
    const args = fn['arguments']
    const text = (asObject(args) === null ? asText(args) : JSON.stringify(args)) ?? ''
    const call = this.#callOf(asCount(piece['index']), id, { name, text })
    this.#lastCall = call
    const extraFields = callFieldsIn(piece)
    if (Object.keys(extraFields).length > 0) {
      this.#kept.piece(JSON.stringify(extraFields))
      call.provider = { ...call.provider, ...extraFields }
    }
    this.#kept.piece(id + name)
    if (call.id === '') call.id = id
    if (call.name === '') call.name = name
    this.#listener.onCallDelta(call.place, name, text)
    if (text === '') return
    this.#kept.piece(text)
    call.pieces.push(text)
  }

  /**
   * T35: a piece belongs to the newest call with its index; without an index, to the last call. Some servers give every
   * call the index 0: then another id begins another call (ai-dynamo #4723, plexus #691), and without ids a call that
   * begins where the one before it was complete.
   */
  #callOf(
    index: number | null,
    id: string,
    begin: { readonly name: string; readonly text: string },
  ): OpenCall {
    const newest = index === null ? this.#lastCall : this.#newestAt.get(index)
    if (newest === undefined) return this.#openCall(index, id)
    if (id === '' || newest.id === '') {
      return beginsAfter(newest, begin) ? this.#openCall(index, id) : newest
    }
    if (id === newest.id) return newest
    return this.#byId.get(`${index} ${id}`) ?? this.#openCall(index, id)
  }

  #openCall(index: number | null, id: string): OpenCall {
    const call: OpenCall = { place: this.#calls.length, id: '', name: '', provider: {}, pieces: [] }
    this.#kept.block(call)
    this.#calls.push(call)
    if (index !== null) this.#newestAt.set(index, call)
    if (index !== null && id !== '') this.#byId.set(`${index} ${id}`, call)
    return call
  }
}

/** True if the call is complete, and what comes next has a name and arguments of its own. */
function beginsAfter(
  { pieces }: OpenCall,
  { name, text }: { readonly name: string; readonly text: string },
): boolean {
  if (name === '' || !text.startsWith('{') || pieces.at(-1)?.endsWith('}') !== true) return false
  return parseObject(pieces.join('')) !== null
}

function itemOf(field: string, entry: JsonObject): readonly Block[] {
  const json = storable(entry)
  return json === null ? [] : [{ type: 'providerItem', field, json }]
}

/** The text of a string or of a list of parts. */
function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => textIn(asObject(part)?.['text'])).join('')
  return asText(value) ?? ''
}
