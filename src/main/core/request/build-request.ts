import type { RequestFrame } from './request-frame.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { DocumentLimits } from '../../../shared/messages/document-limits.ts'
import type { BlobHash, CallId } from '../../../shared/ids.ts'
import type { InstructionsNote, Message, MessageContent } from '../../../shared/messages/message.ts'
import { modelName, type NamedModel } from '../../../shared/models/model-name.ts'
import { newestAfterSummary } from './text/excerpt.ts'
import {
  DROPPED,
  ImageBudget,
  messageWithout,
  nameInstead,
  OVER_BUDGET,
  REFUSED,
  withoutAttached,
  withoutImages,
  withoutPictures,
} from './image-budget.ts'
import { blocksOfAttachments, imageInResult } from './media-blocks.ts'
import type {
  ModelRequest,
  RequestBlock,
  RequestMedia,
  RequestMessage,
  RequestText,
} from './model-request.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import { appendMessage } from './append-message.ts'
import { CallIds } from './call-ids.ts'
import { SentNotes } from './instruction-notes.ts'
import { hasRepair, NO_REPAIRS, planRepairs } from './repairs.ts'
import {
  type OpenCall,
  projectBlock,
  projectCall,
  projectResult,
  sendingOf,
  textBlock,
  textOfPart,
  textOfSummary,
  textOfUndo,
} from './project-block.ts'
import { unlessBare, withReasoningUnder } from './reasoning-under.ts'
import { withShortOutput } from './text/short-output.ts'
import { writeCall, writeResult } from './write-out.ts'

type AgentContent = Extract<MessageContent, { type: 'agent' }>
type ToolResult = Extract<MessageContent, { type: 'tool' }>
type UserContent = Extract<MessageContent, { type: 'user' }>

/**
 * Projects a conversation's messages onto one valid request: roles alternate; all results of a reply come first in the
 * one user message after it; a person's images and documents precede their text; no text is blank; call ids are unique.
 * Pure; linear in the messages.
 */
export function buildRequest(messages: readonly Message[], frame: RequestFrame): ModelRequest {
  const projection = new Projection(frame)
  return { system: frame.system, tools: frame.tools, messages: projection.of(messages) }
}

type ModelFrame = Pick<RequestFrame, 'documents' | 'endpoint' | 'model'>

/**
 * Caches its projection, so a history that has only grown costs only its new part. Equal histories give equal messages,
 * whatever was projected before.
 */
export class Projection {
  readonly #model: NamedModel
  readonly #documents: DocumentLimits | null
  #seen = 0
  #last: Message | undefined
  #done: RequestMessage[] = []
  #ids = new CallIds()
  /** Calls of the last reply, in order, each with its id in this request and its result, once there is one. */
  #open = new Map<CallId, OpenCall>()
  /** The content since the last reply. */
  #userBlocks: RequestBlock[] = []
  /** Content that a request in flight did not know about: it goes after that request's reply. */
  #heldBack: RequestBlock[] = []
  /** True if the last reply was paused and nothing follows it: the request is repeated unchanged. */
  #isPaused = false
  #budget: ImageBudget
  #noRoomFor: readonly BlobHash[] = []
  #repairs = NO_REPAIRS
  #notes = new SentNotes()
  /** The person's newest message, or a sub-agent's task: a summary never drops it. */
  #newest: UserContent | null = null

  constructor({ documents, endpoint, model }: ModelFrame) {
    this.#model = { endpoint, model }
    this.#documents = documents ?? null
    this.#budget = new ImageBudget(documents?.pages)
  }

  /** True if it projects for this model with its current capabilities. */
  isFor({ documents, ...named }: ModelFrame): boolean {
    return (
      this.#isBy(named) && JSON.stringify(documents ?? null) === JSON.stringify(this.#documents)
    )
  }

  #isBy({ endpoint, model }: NamedModel): boolean {
    return this.#model.endpoint === endpoint && this.#model.model === model
  }

  of(messages: readonly Message[]): readonly RequestMessage[] {
    const hasGrown = this.#seen === 0 || messages[this.#seen - 1] === this.#last
    // A repair changes content from before it.
    const isRepaired = hasRepair(messages.slice(hasGrown ? this.#seen : 0))
    if (!hasGrown || isRepaired) this.#forget()
    if (isRepaired) this.#repairs = planRepairs(messages, modelName(this.#model))
    messages.slice(this.#seen).forEach((message, index) => this.#add(message, this.#seen + index))
    this.#seen = messages.length
    this.#last = messages.at(-1)
    const whole = [...this.#done]
    appendMessage(whole, { role: 'user', blocks: this.#openUserMessage() })
    return whole
  }

  /** Returns the images and documents that the budget has dropped since the last call; all of them if it started over. */
  takeNoRoomFor(): readonly BlobHash[] {
    const blobs = this.#noRoomFor
    this.#noRoomFor = []
    return blobs
  }

  #forget(): void {
    this.#seen = 0
    this.#newest = null
    this.#heldBack = []
    this.#repairs = NO_REPAIRS
    this.#notes = new SentNotes()
    this.#clear()
  }

  #clear(): void {
    this.#done = []
    this.#ids = new CallIds()
    this.#open = new Map()
    this.#userBlocks = []
    this.#isPaused = false
    this.#budget = new ImageBudget(this.#documents?.pages)
    this.#noRoomFor = []
  }

  #add(message: Message, index: number): void {
    const { content } = message
    switch (content.type) {
      case 'user':
        if (content.author === 'person' || this.#newest === null) this.#newest = content
        this.#isPaused = false
        this.#addHeldBack()
        this.#addWords(content)
        return
      case 'agent':
        this.#addReply(message, content, index)
        return
      case 'tool': {
        if (index < this.#repairs.callsFrom) return this.#addWritten(this.#asSent(content, index))
        const call = this.#open.get(content.callId)
        if (call?.result === null) this.#addResult(call, this.#asSent(content, index))
        return
      }
      case 'undo':
        if (content.heard === 'afterReply' || this.#isPaused) {
          this.#heldBack.push(textOfUndo(content))
        } else this.#userBlocks.push(textOfUndo(content))
        return
      case 'summary':
        this.#clear()
        // A summary does not replace instructions: those in force are sent again verbatim.
        this.#addNotes(this.#notes.restart())
        this.#userBlocks.push(textOfSummary(content.text))
        if (content.throughSeq === undefined && this.#newest !== null) {
          const { instructions: _instructions, ...newest } = this.#newest
          this.#addWords(newestAfterSummary(newest))
        }
        this.#addHeldBack()
        return
      case 'attachmentsDropped':
        this.#leaveOut(this.#budget.dropAll(), DROPPED)
        if (this.#newest !== null) this.#newest = withoutAttached(this.#newest)
        return
      case 'rewound':
      case 'subAgent':
      case 'repair':
      case 'system':
      case 'error':
      case 'unreadable':
        return
      default:
        assertNever(content)
    }
  }

  #addNotes(notes: readonly InstructionsNote[]): void {
    for (const note of notes)
      this.#userBlocks.push({ type: 'text', text: this.#notes.wordsOf(note) })
  }

  #addWords(content: UserContent): void {
    this.#addNotes(content.instructions ?? [])
    for (const block of blocksOfAttachments(content.attachments, this.#documents)) {
      // This may change earlier content, so it comes before the push.
      const fitted = block.type === 'text' ? block : this.#fitted(block)
      this.#userBlocks.push(fitted)
    }
    const text = textBlock(content.text)
    if (text !== null) this.#userBlocks.push(text)
  }

  /** A failed result holds only text: no provider accepts an image in it. */
  #addResult(call: OpenCall, { outcome, content }: ToolResult): void {
    const isError = outcome !== 'ok'
    const result: NonNullable<OpenCall['result']> = { isError, content: [] }
    call.result = result
    for (const part of content) {
      const next =
        part.type === 'image' && !isError ? this.#fitted(imageInResult(part)) : textOfPart(part)
      if (next.type === 'text' && next.text.trim() === '') continue
      result.content = [...result.content, next]
    }
  }

  #asSent(result: ToolResult, index: number): ToolResult {
    return index < this.#repairs.outputsFrom ? withShortOutput(result) : result
  }

  /** Adds a result to the content as text. */
  #addWritten(content: ToolResult): void {
    const call: OpenCall = { id: '', result: null }
    this.#addResult(call, content)
    this.#userBlocks.push(...writeResult(projectResult(call)))
  }

  /** Returns an image or a document, or its replacement; media that no longer fit into the request are replaced. */
  #fitted<Media extends RequestMedia>(media: Media): Media | RequestText {
    if (this.#repairs.media.has(media.blob)) {
      return { type: 'text', text: nameInstead(media, REFUSED) }
    }
    const leftOut = this.#budget.add(media)
    if (leftOut.size > 0) this.#leaveOut(leftOut, OVER_BUDGET)
    this.#noRoomFor = [...this.#noRoomFor, ...Array.from(leftOut, ({ blob }) => blob)]
    return media
  }

  #leaveOut(leftOut: ReadonlySet<RequestMedia>, why: string): void {
    this.#userBlocks = [...withoutImages(this.#userBlocks, leftOut, why)]
    for (const { result } of this.#open.values()) {
      if (result !== null) result.content = withoutPictures(result.content, leftOut, why)
    }
    this.#done = this.#done.map((message) => messageWithout(message, leftOut, why))
  }

  #addReply(message: Message, content: AgentContent, at: number): void {
    this.#closeUserMessage()
    const { callsFrom, reasoning, renamesCalls } = this.#repairs
    const sending = this.#isBy(content) ? sendingOf(at, this.#repairs) : 'foreign'
    const isWritten = at < callsFrom
    const blocks: RequestBlock[] = []
    let index = 0
    for (const block of content.blocks) {
      if (block.type === 'toolCall' && isWritten) {
        blocks.push(writeCall(block))
      } else if (block.type === 'toolCall') {
        const id = this.#ids.next(block.providerCallId, renamesCalls)
        this.#open.set(callIdOf(message.id, index++), { id, result: null })
        blocks.push(projectCall(block, id, sending))
      } else {
        const projected = projectBlock(block, sending)
        if (projected !== null) blocks.push(projected)
      }
    }
    const whole = withReasoningUnder(reasoning, unlessBare(blocks))
    appendMessage(this.#done, { role: 'agent', blocks: whole })
    // A paused reply continues without a user message; one with calls continues with their results.
    this.#isPaused = content.end === 'pauseTurn' && this.#open.size === 0
    if (content.end !== 'pauseTurn') this.#addHeldBack()
  }

  #addHeldBack(): void {
    this.#userBlocks.push(...this.#heldBack)
    this.#heldBack = []
  }

  #openUserMessage(): readonly RequestBlock[] {
    const results = [...this.#open.values()].map(projectResult)
    return [...results, ...this.#userBlocks]
  }

  #closeUserMessage(): void {
    appendMessage(this.#done, { role: 'user', blocks: this.#openUserMessage() })
    this.#open = new Map()
    this.#userBlocks = []
  }
}
