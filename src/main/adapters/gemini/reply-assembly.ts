import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { WholeReply } from '../model-api/ask-endpoint.ts'
import { readInput } from '../model-api/call-parts.ts'
import { asCount, asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import type { ReplyListener } from '../model-api/exchange.ts'
import { KeptBytes } from '../model-api/faults/limits.ts'
import { SIGNATURE, signedItem } from './signed-text.ts'

/** Text or thoughts that are still being received. A signature ends them: what follows is a new block. */
interface OpenText {
  readonly type: 'text' | 'thinking'
  readonly pieces: string[]
  signature: string | null
  /** The beginning of the signed part, in code units. */
  at: number
}

/** The reason for a blocked prompt, which has no candidate and gives its reason elsewhere. */
const BLOCKED = 'SAFETY'

/** Assembles the parts of one stream. Uses only the first candidate, because only one is requested. */
export class ReplyAssembly {
  readonly #listener: ReplyListener
  readonly #blocks: (Block | OpenText)[] = []
  #open: OpenText | null = null
  #lastReason: string | null = null
  #lastMessage: string | null = null
  #counts: JsonObject = {}
  #isThinkingNow = false
  readonly #kept = new KeptBytes()

  constructor(listener: ReplyListener) {
    this.#listener = listener
  }

  /** The finish reason; null if there is none so far. */
  get reason(): string | null {
    return this.#lastReason
  }

  /** The explanation that came with the reason. */
  get finishMessage(): string | null {
    return this.#lastMessage
  }

  get isTooMuch(): boolean {
    return this.#kept.isTooMuch
  }

  get isThinking(): boolean {
    return this.#isThinkingNow
  }

  get saysNothing(): boolean {
    return this.#blocks.every((block) =>
      'pieces' in block
        ? block.type === 'thinking' || block.pieces.join('').trim() === ''
        : block.type === 'providerItem',
    )
  }

  /** Returns false if the event's meaning is unknown. */
  take(event: JsonObject): boolean {
    const counts = asObject(event['usageMetadata'])
    if (counts !== null) this.#counts = { ...this.#counts, ...counts }
    const feedback = asObject(event['promptFeedback'])
    if (asText(feedback?.['blockReason']) !== null) this.#lastReason ??= BLOCKED
    const candidates = event['candidates']
    const candidate = Array.isArray(candidates) ? asObject(candidates[0]) : null
    if (candidate === null) return counts !== null || feedback !== null
    const parts = asObject(candidate['content'])?.['parts']
    for (const part of Array.isArray(parts) ? parts : []) this.#takePart(asObject(part) ?? {})
    const reason = asText(candidate['finishReason'])
    if (reason !== null && reason !== 'FINISH_REASON_UNSPECIFIED') this.#lastReason = reason
    this.#lastMessage = asText(candidate['finishMessage']) ?? this.#lastMessage
    return true
  }

  finish(): Pick<WholeReply, 'blocks' | 'usage'> {
    const blocks = this.#blocks.flatMap((block) => ('pieces' in block ? closed(block) : [block]))
    return { blocks, usage: usageOf(this.#counts) }
  }

  #takePart(part: JsonObject): void {
    const call = asObject(part['functionCall'])
    const signature = asText(part[SIGNATURE]) || null
    if (call !== null) return this.#takeCall(call, signature)
    const text = asText(part['text'])
    // Code execution and files: we request neither.
    if (text === null && signature === null) return
    this.#say(part['thought'] === true ? 'thinking' : 'text', text ?? '', signature)
  }

  #takeCall(call: JsonObject, signature: string | null): void {
    this.#isThinkingNow = false
    this.#open = null
    this.#kept.block([call, signature])
    const args = call['args']
    // Arguments that are not an object stay as text.
    const json =
      args === undefined || args === null
        ? ''
        : typeof args === 'string'
          ? args
          : JSON.stringify(args)
    const input = readInput(json)
    // In this API calls arrive complete.
    this.#listener.onCallDelta(this.#blocks.length, asText(call['name']) ?? '', json)
    const block = {
      type: 'toolCall',
      providerCallId: asText(call['id']) ?? '',
      name: asText(call['name']) ?? '',
      input,
    } as const
    this.#blocks.push(
      signature === null ? block : { ...block, provider: { [SIGNATURE]: signature } },
    )
  }

  #say(type: OpenText['type'], words: string, signature: string | null): void {
    if (words === '' && signature === null) return
    this.#isThinkingNow = type === 'thinking'
    const open = this.#openText(type)
    if (signature !== null) {
      open.signature = signature
      open.at = open.pieces.join('').length
      this.#open = null
      this.#kept.piece(signature)
    }
    if (words === '') return
    this.#kept.piece(words)
    open.pieces.push(words)
    this.#listener.onDelta(type, words)
  }

  #openText(type: OpenText['type']): OpenText {
    if (this.#open?.type === type) return this.#open
    const open: OpenText = { type, pieces: [], signature: null, at: 0 }
    this.#kept.block(open)
    this.#blocks.push(open)
    this.#open = open
    return open
  }
}

function closed({ at, pieces, signature, type }: OpenText): readonly Block[] {
  const text = pieces.join('')
  if (type === 'thinking') return [{ type, text, signature }]
  const textBlock: readonly Block[] = text === '' ? [] : [{ type, text }]
  if (signature === null) return textBlock
  const item = {
    type: 'providerItem',
    field: SIGNATURE,
    json: signedItem({ at, signature }),
  } as const
  return [item, ...textBlock]
}

/** Thoughts count as output. As everywhere in Phoenix, input excludes cached input. */
function usageOf(counts: JsonObject): Usage {
  if (Object.keys(counts).length === 0) return NO_USAGE
  const count = (name: string): number => asCount(counts[name]) ?? 0
  const prompt = count('promptTokenCount') + count('toolUsePromptTokenCount')
  const cacheReadTokens = count('cachedContentTokenCount')
  const answered = count('candidatesTokenCount') + count('thoughtsTokenCount')
  return {
    inputTokens: Math.max(0, prompt - cacheReadTokens),
    outputTokens: Math.max(answered, count('totalTokenCount') - prompt),
    cacheReadTokens,
    cacheWriteTokens: 0,
  }
}
