import { createHash } from 'node:crypto'
import type { AttachedImage } from '../../../shared/messages/attachment.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { Skipped } from '../../../shared/protocol/import-commands.ts'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { Block, CallInput, ToolContent } from '../../../shared/messages/content.ts'
import { BlobHash, type CallId, type MessageId, type TurnId } from '../../../shared/ids.ts'
import type {
  CallOutcome,
  Message,
  MessageContent,
  ReplyEnd,
} from '../../../shared/messages/message.ts'
import { firstUnits, visibleText } from '../../../shared/visible-text.ts'
import type { ReadSession } from '../../runtime/ports/import-port.ts'

/** The text that the model reads for a call without a result. */
const NO_RESULT =
  'Interrupted: this call has no result in the imported session. Its effect is unknown.'

export interface SessionImage {
  /** Base64. */
  readonly data: string
  readonly name: string
}

interface Dated {
  /** ms since 1970; null: the same as the previous one. */
  readonly at: number | null
}

interface OpenReply {
  readonly key: string
  readonly id: MessageId
  readonly blocks: Block[]
  /** Its content, of which later blocks may tell the end. */
  readonly said: { end: ReplyEnd }
  /** The provider's ids of its calls, in order. */
  readonly calls: string[]
}

interface Placed {
  readonly id: MessageId
  readonly at: number
  readonly content: MessageContent
}

/** A person reads what was left out as one sentence. */
const [MAX_KINDS, MAX_NAME] = [20, 60]

const MANY = { entry: 'entries', message: 'messages', part: 'parts' } as const

/**
 * Converts another program's session to our messages, in its order. Results find their calls by the other program's ids; a
 * result without a call is dropped, a call without a result gets one.
 */
export class SessionWriter {
  readonly #program: string
  #placed: Placed[] = []
  #reply: OpenReply | null = null
  readonly #calls = new Map<string, CallId>()
  readonly #answered = new Set<CallId>()
  readonly #images = new Map<BlobHash, string>()
  readonly #left = new Map<string, Skipped>()
  #count = 0
  #turn = 0
  #at = 0
  title = ''
  folder = ''

  /** `program` becomes the endpoint of its replies, so no provider takes them for its own. */
  constructor(program: string) {
    this.#program = program
  }

  user(
    text: string,
    { at, images = [] }: Dated & { readonly images?: readonly SessionImage[] },
  ): void {
    if (text.trim() === '' && images.length === 0) return
    this.#turn++
    const attachments = images.map((image) => this.#keepImage(image))
    this.#say(at, { type: 'user', text, attachments, author: 'person' })
    if (this.title === '') this.title = text
  }

  /** Writes text that the other program added for the model. */
  note(text: string, { at }: Dated): void {
    if (text.trim() === '') return
    this.#say(at, { type: 'user', text, attachments: [], author: 'phoenix' })
  }

  summary(text: string, { at }: Dated): void {
    if (text.trim() === '') return
    this.#say(at, { type: 'summary', text, model: null, usage: NO_USAGE, price: null })
  }

  error(text: string, { at }: Dated): void {
    this.#say(at, { type: 'error', kind: 'server', text: text || 'The request failed.' })
  }

  /** Blocks with the same key belong to one reply. `end`: null if it is not recorded; then nothing says that it was cut. */
  answer(
    block: Block,
    { at, end, key, model }: Dated & { key: string; model: string; end: ReplyEnd | null },
  ): void {
    const isEmpty = (block.type === 'text' || block.type === 'thinking') && block.text === ''
    if (isEmpty) return
    if (this.#reply?.key !== key) {
      const blocks: Block[] = []
      const [turnId, endpoint] = [`t${this.#turn}` as TurnId, this.#program]
      const usage = { usage: NO_USAGE, price: null }
      const told: ReplyEnd = end ?? 'endTurn'
      const type = 'agent' as const
      const said = { type, turnId, endpoint, model, blocks, end: told, ...usage }
      this.#reply = { key, id: this.#say(at, said), blocks, said, calls: [] }
    }
    if (end !== null) this.#reply.said.end = end
    this.#reply.blocks.push(block)
    if (block.type !== 'toolCall') return
    this.#calls.set(block.providerCallId, callIdOf(this.#reply.id, this.#reply.calls.length))
    this.#reply.calls.push(block.providerCallId)
  }

  call(
    { id, input, name }: { readonly id: string; readonly name: string; readonly input: unknown },
    about: Parameters<SessionWriter['answer']>[1],
  ): void {
    this.answer({ type: 'toolCall', providerCallId: id, name, input: inputOf(input) }, about)
  }

  result(
    id: string,
    {
      at,
      images = [],
      outcome,
      text,
    }: Dated & { text: string; outcome: CallOutcome; images?: readonly SessionImage[] },
  ): void {
    const callId = this.#calls.get(id)
    if (callId === undefined || this.#answered.has(callId))
      return this.skip('result without a call', 'results without a call')
    this.#answered.add(callId)
    const shown = images.map((image): ToolContent => {
      const { copy: blob, original: _original, ...facts } = this.#keepImage(image)
      return { type: 'image', blob, ...facts }
    })
    this.#say(at, resultOf(callId, outcome, [{ type: 'text', text }, ...shown]))
  }

  /** Drops the newest turns, as the other program did. */
  dropLastTurns(turns: number): void {
    const starts = this.#placed.flatMap(({ content }, index) =>
      content.type === 'user' && content.author === 'person' ? [index] : [],
    )
    if (!(turns > 0)) return
    this.#placed = this.#placed.slice(0, starts.at(-turns) ?? 0)
    this.#calls.clear()
    this.#reply = null
  }

  /** Counts something that was not imported, by its kind: named as one of it, and as several. */
  skip(one: string, many: string, count = 1): void {
    if (count <= 0) return
    const left = (this.#left.get(many)?.count ?? 0) + count
    this.#left.set(many, { what: left === 1 ? one : many, count: left })
  }

  /** Counts what a file gives a name that is not known. */
  skipUnknown(one: keyof typeof MANY, name: string): void {
    const shown = visibleText(firstUnits(name, MAX_NAME), 'escaped')
    const which = one === 'message' ? `of “${shown}”` : `of type “${shown}”`
    const many = `${MANY[one]} ${which}`
    const isNamed = this.#left.has(many) || this.#left.size < MAX_KINDS
    if (isNamed) this.skip(`${one} ${which}`, many)
    else this.skip(`other ${one}`, `other ${MANY[one]}`)
  }

  whole(): ReadSession {
    const messages = this.#placed.flatMap((each) => [each, ...this.#owedBy(each)])
    return {
      title: this.title,
      folder: this.folder,
      messages: messages.map((each, index): Message => ({ ...each, seq: index + 1 })),
      images: this.#images,
      skipped: [...this.#left.values()],
    }
  }

  #say(at: number | null, content: MessageContent): MessageId {
    this.#at = at ?? this.#at
    this.#count++
    const id = `m${this.#count}` as MessageId
    this.#placed.push({ id, at: this.#at, content })
    if (content.type !== 'tool') this.#reply = null
    return id
  }

  #owedBy({ at, content, id }: Placed): readonly Placed[] {
    if (content.type !== 'agent') return []
    const calls = content.blocks.filter(({ type }) => type === 'toolCall')
    return calls.flatMap((_call, index): readonly Placed[] => {
      const callId = callIdOf(id, index)
      if (this.#answered.has(callId)) return []
      const owed = resultOf(callId, 'unknown', [{ type: 'text', text: NO_RESULT }])
      return [{ id: `${id}.r${index}` as MessageId, at, content: owed }]
    })
  }

  /** Its dimensions are determined when it is prepared. */
  #keepImage({ data, name }: SessionImage): AttachedImage {
    const hash = BlobHash.parse(createHash('sha256').update(data, 'base64').digest('hex'))
    this.#images.set(hash, data)
    const size = { bytes: 1, width: 1, height: 1 }
    return { original: hash, copy: hash, mediaType: 'image/png', name: name || 'image', ...size }
  }
}

function resultOf(
  callId: CallId,
  outcome: CallOutcome,
  content: readonly ToolContent[],
): MessageContent {
  return { type: 'tool', callId, outcome, content, durationMs: null, summary: null, files: [] }
}

function inputOf(input: unknown): CallInput {
  if (typeof input === 'string') return inputOfText(input)
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? { type: 'object', value: { ...input } }
    : { type: 'unparsed', text: JSON.stringify(input ?? null) }
}

function inputOfText(text: string): CallInput {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return inputOf(value)
  } catch {
    // Text.
  }
  return { type: 'unparsed', text }
}
