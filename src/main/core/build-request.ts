import { assertNever } from '../../shared/assert-never.ts'
import type { Block, ToolContent } from '../../shared/content.ts'
import type { CallId } from '../../shared/ids.ts'
import type { Message, MessageContent, UndoContent } from '../../shared/message.ts'
import { newestBehindSummary } from './excerpt.ts'
import { ImageBudget, imagesIn, withoutImages, withoutPictures } from './image-budget.ts'
import type {
  ModelRequest,
  RequestBlock,
  RequestImage,
  RequestMessage,
  RequestText,
  ToolSpec,
} from './model-request.ts'
import { callIdOf } from '../../shared/call-id.ts'
import { wordsOfUndo } from './undo.ts'
import { wellFormed } from './well-formed.ts'

type AgentContent = Extract<MessageContent, { type: 'agent' }>
type ToolResult = Extract<MessageContent, { type: 'tool' }>
type UserContent = Extract<MessageContent, { type: 'user' }>

export interface RequestFrame {
  readonly model: string
  readonly system: string
  readonly tools: readonly ToolSpec[]
}

/**
 * The pure projection of a conversation's messages onto one valid request: roles alternate, all results of a reply stand
 * first in the one user message after it, a person's images before his words, no text is blank, call ids are unique.
 * Linear in the messages.
 */
export function buildRequest(messages: readonly Message[], frame: RequestFrame): ModelRequest {
  const projection = new Projection(frame.model)
  return { system: frame.system, tools: frame.tools, messages: projection.of(messages) }
}

/** What a call id may look like to every provider we know. */
const PORTABLE_ID = /^[A-Za-z0-9_-]{1,64}$/
const NO_OUTPUT: RequestText = { type: 'text', text: '(no output)' }
const SUMMARY_HEAD =
  'This conversation was summarised to save space. What was said and done so far, then the newest words of the user:'
const NO_RESULT: RequestText = { type: 'text', text: 'Interrupted: this call has no result.' }

/** A call's result as it will be sent, as far as it is known. */
interface OpenCall {
  readonly id: string
  result: { readonly isError: boolean; content: readonly (RequestText | RequestImage)[] } | null
}

/**
 * Remembers what it has projected, so that a history which has only grown costs what is new. Equal histories give equal
 * messages, whatever was asked before.
 */
export class Projection {
  readonly model: string
  private seen = 0
  private last: Message | undefined
  private done: RequestMessage[] = []
  private usedIds = new Set<string>()
  /** Calls of the last reply, in order, each with its id in this request and its result once it came. */
  private open = new Map<CallId, OpenCall>()
  /** What was said since the last reply. */
  private said: RequestBlock[] = []
  /** What a request that was out knew nothing of: it stands behind the reply to it. */
  private heldBack: RequestBlock[] = []
  /** The last reply was paused, and nothing stands behind it: it is asked again as it is. */
  private isPaused = false
  private budget = new ImageBudget()
  /** The newest words of the person, or a sub-agent's task: they are never lost to a summary. */
  private newest: UserContent | null = null

  constructor(model: string) {
    this.model = model
  }

  of(messages: readonly Message[]): readonly RequestMessage[] {
    if (this.seen > 0 && messages[this.seen - 1] !== this.last) this.forget()
    for (const message of messages.slice(this.seen)) this.add(message)
    this.seen = messages.length
    this.last = messages.at(-1)
    const whole = [...this.done]
    appendMessage(whole, { role: 'user', blocks: this.openUserMessage() })
    return whole
  }

  private forget(): void {
    this.seen = 0
    this.newest = null
    this.heldBack = []
    this.clear()
  }

  private clear(): void {
    this.done = []
    this.usedIds = new Set()
    this.open = new Map()
    this.said = []
    this.isPaused = false
    this.budget = new ImageBudget()
  }

  private add(message: Message): void {
    const { content } = message
    switch (content.type) {
      case 'user':
        if (content.author === 'person' || this.newest === null) this.newest = content
        this.isPaused = false
        this.sayHeldBack()
        this.addWords(content)
        return
      case 'agent':
        this.addReply(message, content)
        return
      case 'tool': {
        const call = this.open.get(content.callId)
        if (call?.result === null) this.addResult(call, content)
        return
      }
      case 'undo':
        if (content.heard === 'afterReply' || this.isPaused) {
          this.heldBack.push(textOfUndo(content))
        } else this.said.push(textOfUndo(content))
        return
      case 'summary':
        this.clear()
        this.said.push({ type: 'text', text: `${SUMMARY_HEAD}\n\n${wellFormed(content.text)}` })
        if (this.newest !== null) {
          this.addWords({ ...this.newest, text: newestBehindSummary(this.newest.text) })
        }
        this.sayHeldBack()
        return
      case 'subAgent':
      case 'system':
      case 'error':
        return
      default:
        assertNever(content)
    }
  }

  private addWords(content: UserContent): void {
    for (const { copy, ...attachment } of content.attachments) {
      const image = this.imageOf({ ...attachment, blob: copy })
      this.said.push(image)
    }
    const text = wellFormed(content.text)
    if (text.trim() !== '') this.said.push({ type: 'text', text })
  }

  /** A failed result holds text alone: no provider takes an image in it. */
  private addResult(call: OpenCall, { outcome, content }: ToolResult): void {
    const isError = outcome !== 'ok'
    const result: NonNullable<OpenCall['result']> = { isError, content: [] }
    call.result = result
    for (const part of content) {
      const next = part.type === 'image' && !isError ? this.imageOf(part) : textOf(part)
      if (next.type === 'text' && next.text.trim() === '') continue
      result.content = [...result.content, next]
    }
  }

  /** The block of an image; what the request has no room for any more goes. */
  private imageOf(image: Omit<Extract<ToolContent, { type: 'image' }>, 'type'>): RequestImage {
    const name = wellFormed(image.name)
    const { block, leftOut } = this.budget.add({ ...image, name })
    if (leftOut.size > 0) this.leaveOut(leftOut)
    return block
  }

  private leaveOut(leftOut: ReadonlySet<RequestBlock>): void {
    this.said = [...withoutImages(this.said, leftOut)]
    for (const { result } of this.open.values()) {
      if (result !== null) result.content = withoutPictures(result.content, leftOut)
    }
    this.done = this.done.map((message) =>
      imagesIn(message.blocks).some((each) => leftOut.has(each))
        ? { role: message.role, blocks: withoutImages(message.blocks, leftOut) }
        : message,
    )
  }

  private addReply(message: Message, content: AgentContent): void {
    this.closeUserMessage()
    const isOurs = content.model === this.model
    const blocks: RequestBlock[] = []
    let index = 0
    for (const block of content.blocks) {
      if (block.type === 'toolCall') {
        const id = this.uniqueId(block.providerCallId)
        this.open.set(callIdOf(message.id, index++), { id, result: null })
        blocks.push({ type: 'toolCall', id, name: block.name, input: block.input })
      } else {
        const projected = projectBlock(block, isOurs)
        if (projected !== null) blocks.push(projected)
      }
    }
    appendMessage(this.done, { role: 'agent', blocks })
    // A paused reply goes on by itself, without a word; one with calls goes on with their results.
    this.isPaused = content.end === 'pauseTurn' && this.open.size === 0
    if (content.end !== 'pauseTurn') this.sayHeldBack()
  }

  private sayHeldBack(): void {
    this.said.push(...this.heldBack)
    this.heldBack = []
  }

  private openUserMessage(): readonly RequestBlock[] {
    const results = [...this.open.values()].map(projectResult)
    return [...results, ...this.said]
  }

  private closeUserMessage(): void {
    appendMessage(this.done, { role: 'user', blocks: this.openUserMessage() })
    this.open = new Map()
    this.said = []
  }

  /** T31, T32: the provider's id where it is free, else one that counts up. Depends on earlier messages alone. */
  private uniqueId(wanted: string): string {
    const base = PORTABLE_ID.test(wanted) ? wanted : 'call'
    let id = base
    for (let n = 2; this.usedIds.has(id); n++) id = `${base.slice(0, 56)}_${n}`
    this.usedIds.add(id)
    return id
  }
}

/** Neighbours of one role become one message, and an empty one is none. */
export function appendMessage(done: RequestMessage[], next: RequestMessage): void {
  if (next.blocks.length === 0) return
  const last = done.at(-1)
  if (last?.role === next.role) {
    done[done.length - 1] = { role: last.role, blocks: [...last.blocks, ...next.blocks] }
  } else {
    done.push(next)
  }
}

/** Thinking goes back byte by byte to the model that thought it, and to no other. */
function projectBlock(
  block: Exclude<Block, { type: 'toolCall' }>,
  isOurs: boolean,
): RequestBlock | null {
  switch (block.type) {
    case 'text': {
      const text = wellFormed(block.text)
      return text.trim() === '' ? null : { type: 'text', text }
    }
    case 'thinking': {
      const { text, signature } = block
      return isOurs && signature !== null ? { type: 'thinking', text, signature } : null
    }
    case 'redactedThinking':
      return isOurs ? block : null
    case 'other':
      return isOurs ? block : null
    default:
      return assertNever(block)
  }
}

function textOfUndo(content: UndoContent): RequestBlock {
  return { type: 'text', text: wellFormed(wordsOfUndo(content)) }
}

function projectResult({ id, result }: OpenCall): RequestBlock {
  if (result === null) return { type: 'toolResult', id, isError: true, content: [NO_RESULT] }
  const { isError, content } = result
  return { type: 'toolResult', id, isError, content: content.length === 0 ? [NO_OUTPUT] : content }
}

function textOf(part: ToolContent): RequestText {
  const text = part.type === 'text' ? part.text : `[image ${part.name}]`
  return { type: 'text', text: wellFormed(text) }
}
