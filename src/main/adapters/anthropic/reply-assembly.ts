import { NO_USAGE, type Usage } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { WholeReply } from '../model-api/ask-endpoint.ts'
import { asCount, asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import type { ReplyListener } from '../model-api/exchange.ts'
import { KeptBytes } from '../model-api/faults/limits.ts'
import { closeBlock, openBlock, type OpenBlock } from './open-block.ts'
import { mergeUsage, replyEndOf } from './reply-facts.ts'
import { nameOfUse } from './web-steps.ts'

/**
 * Assembles the events of one stream. Tolerates whatever can still be understood: a second message_start, unknown events and
 * deltas, blocks that never closed. Always deterministic: a delta without its block is dropped, and a block that starts at
 * an open index closes the previous one.
 */
export class ReplyAssembly {
  readonly #listener: ReplyListener
  readonly #blocks: (OpenBlock | { readonly type: 'closed'; readonly block: Block })[] = []
  /** The position of each open block, by the provider's index. */
  readonly #open = new Map<number, number>()
  /** How many open blocks are thinking. */
  #openThinking = 0
  /** True after text that was followed by a step of a provider's tool: further text starts a new paragraph. */
  #isAfterStep = false
  #hasText = false
  #stopReason: string | null = null
  #usage: Usage = NO_USAGE
  #hasStarted = false
  #isOver = false
  readonly #kept = new KeptBytes()

  constructor(listener: ReplyListener) {
    this.#listener = listener
  }

  /** True if the reply is longer than the limit for one reply. */
  get isTooMuch(): boolean {
    return this.#kept.isTooMuch
  }

  /** `over`: after message_stop. */
  get streamPhase(): 'goesOn' | 'whole' | 'over' {
    if (this.#isOver) return 'over'
    return this.#stopReason === null || this.#open.size > 0 ? 'goesOn' : 'whole'
  }

  get isThinking(): boolean {
    return this.#openThinking > 0
  }

  /** Returns false if the event's meaning is unknown. */
  take(event: JsonObject): boolean {
    switch (event['type']) {
      case 'message_start':
        if (!this.#hasStarted) this.#usage = mergeUsage(this.#usage, usageOf(event['message']))
        this.#hasStarted = true
        return true
      case 'content_block_start':
        this.#startBlock(indexOf(event), asObject(event['content_block']) ?? {})
        return true
      case 'content_block_delta':
        this.#takeDelta(indexOf(event), asObject(event['delta']) ?? {})
        return true
      case 'content_block_stop':
        this.#stopBlock(indexOf(event))
        return true
      case 'message_delta':
        this.#stopReason = asText(asObject(event['delta'])?.['stop_reason']) ?? this.#stopReason
        this.#usage = mergeUsage(this.#usage, event['usage'])
        return true
      case 'message_stop':
        this.#isOver = true
        return true
      default:
        return false
    }
  }

  finish(): WholeReply {
    const blocks = this.#blocks.map((block) =>
      block.type === 'closed' ? block.block : closeBlock(block),
    )
    const end = replyEndOf(this.#stopReason)
    return { blocks: withoutCutStep(blocks, end), end, usage: this.#usage }
  }

  saysNothing({ blocks }: WholeReply): boolean {
    return this.#stopReason === null && blocks.every(isBlank)
  }

  #startBlock(index: number, start: JsonObject): void {
    this.#stopBlock(index)
    this.#open.set(index, this.#blocks.length)
    this.#kept.block(start)
    const block = openBlock(start)
    this.#blocks.push(block)
    if (block.type === 'thinking') this.#openThinking += 1
    if (block.type === 'toolCall') this.#listener.onCallDelta(this.#blocks.length, block.name, '')
    if (block.type === 'text' || block.type === 'thinking') {
      for (const piece of block.pieces) this.#report(block.type, piece)
    }
    if (block.type === 'other') {
      const name = nameOfUse(start)
      this.#isAfterStep ||= name !== null
      if (name !== null) this.#listener.onCallDelta(this.#blocks.length, name, '')
    }
  }

  #stopBlock(index: number): void {
    const place = this.#open.get(index)
    const block = place === undefined ? undefined : this.#blocks[place]
    if (place === undefined || block === undefined || block.type === 'closed') return
    this.#open.delete(index)
    if (block.type === 'thinking') this.#openThinking -= 1
    this.#blocks[place] = { type: 'closed', block: closeBlock(block) }
  }

  #takeDelta(index: number, delta: JsonObject): void {
    const place = this.#open.get(index)
    const block = place === undefined ? undefined : this.#blocks[place]
    if (place === undefined || block === undefined) return
    switch (block.type) {
      case 'text':
        if (delta['type'] === 'text_delta') this.#takeText('text', block, delta['text'])
        if (delta['type'] === 'citations_delta') this.#takeCitation(block, delta['citation'])
        return
      case 'thinking':
        if (delta['type'] === 'thinking_delta') this.#takeText('thinking', block, delta['thinking'])
        if (delta['type'] === 'signature_delta') {
          block.signature = asText(delta['signature']) ?? block.signature
          this.#kept.piece(block.signature)
        }
        return
      case 'toolCall':
      case 'other':
        if (delta['type'] === 'input_json_delta') {
          const json = asText(delta['partial_json']) ?? ''
          this.#keep(block, json)
          if (block.type === 'toolCall' || nameOfUse(block.json) !== null)
            this.#listener.onCallDelta(place + 1, '', json)
        }
        return
      case 'redactedThinking':
      case 'closed':
    }
  }

  #takeText(part: 'text' | 'thinking', block: { pieces: string[] }, value: unknown): void {
    if (typeof value !== 'string' || value === '') return
    this.#keep(block, value)
    this.#report(part, value)
  }

  #report(part: 'text' | 'thinking', words: string): void {
    if (part === 'text') {
      if (this.#isAfterStep && this.#hasText) this.#listener.onDelta('text', '\n\n')
      this.#isAfterStep = false
      this.#hasText = true
    }
    this.#listener.onDelta(part, words)
  }

  #takeCitation({ citations }: { readonly citations: JsonObject[] }, value: unknown): void {
    const citation = asObject(value)
    if (citation?.['type'] !== 'web_search_result_location') return
    citations.push(citation)
    this.#kept.block(citation)
  }

  #keep(block: { readonly pieces: string[] }, piece: string): void {
    this.#kept.piece(piece)
    block.pieces.push(piece)
  }
}

/** A step that was still being written when the reply was cut off did not run. */
function withoutCutStep(blocks: readonly Block[], end: ReplyEnd): readonly Block[] {
  const last = blocks.at(-1)
  const isCut = end === 'maxTokens' || end === 'contextFull'
  const isStep = last?.type === 'serverTool' && last.step.type !== 'result'
  return isCut && isStep ? blocks.slice(0, -1) : blocks
}

function indexOf(event: JsonObject): number {
  return asCount(event['index']) ?? -1
}

function usageOf(message: unknown): unknown {
  return asObject(message)?.['usage']
}

function isBlank(block: Block): boolean {
  return block.type === 'thinking' || (block.type === 'text' && block.text.trim() === '')
}
