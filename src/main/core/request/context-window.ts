import type { ContextUse } from '../../../shared/messages/context-use.ts'
import { filesOf, imagesOf } from '../../../shared/messages/attachment.ts'
import { totalOf } from '../../../shared/models/usage.ts'
import { type DocumentLimits, tokensOfDocuments } from '../../../shared/messages/document-limits.ts'
import type { InstructionsNote, Message, MessageContent } from '../../../shared/messages/message.ts'
import { newestAfterSummary } from './text/excerpt.ts'
import { wordsOfFiles } from './text/file-words.ts'
import { mediaForModel, wordsSentAgain } from './images-for-model.ts'
import type { BlobHash } from '../../../shared/ids.ts'
import { modelName, type NamedModel } from '../../../shared/models/model-name.ts'
import {
  type InstructionsInForce,
  instructionsIn,
  pathOf,
} from '../../../shared/conversation/turn.ts'
import { notesInForce, knownInstructions } from './instruction-notes.ts'
import type { ToolSpec } from './model-request.ts'
import type { RequestFrame } from './request-frame.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { planRepairs } from './repairs.ts'
import { withShortOutput } from './text/short-output.ts'
import { wordsOfUndo } from '../machine/undo.ts'

/** From this share of its limit on, a request is not sent: the conversation is summarised first (rule 12). */
const FULL = 0.9
/** A shortened request must be below this share of its limit, and below this share of its former size. */
const ROOMY = 0.7
const WORTH = 0.8
/** UTF-16 code units of English or code per token, estimated on the low side. */
const UNITS_PER_TOKEN = 3.5
/** The cost of an image of the largest size that Phoenix sends. */
export const IMAGE_TOKENS = 1_600
/** The cost of the text that replaces a dropped image. */
const DROPPED_TOKENS = 20
/** Pixels of an image per token, estimated on the low side. */
const PIXELS_PER_TOKEN = 750
/** The cost of role and delimiters of each message. */
export const MESSAGE_TOKENS = 4

export function isFull(tokens: number, limitTokens: number): boolean {
  return tokens > limitTokens * FULL
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / UNITS_PER_TOKEN)
}

/**
 * Returns the size of the next request in tokens: what the provider counted with the last reply, cached or not, plus an
 * estimate of what was added since (T93). After a summary, or before the first reply, all of it is estimated.
 */
export function usedTokens(
  messages: readonly Message[],
  frame: Measured & { readonly system: string; readonly tools: readonly ToolSpec[] },
): number {
  return usedOver(messages, frame, () => {
    return estimateTokens(frame.system) + estimateTokens(JSON.stringify(frame.tools))
  })
}

/** The model, and the documents it accepts. */
type Measured = NamedModel & Pick<RequestFrame, 'documents'>

/** The cost of images and documents. */
interface Costs {
  readonly image: number
  readonly documents: DocumentLimits | null
  /** Documents that repairs exclude. */
  readonly refused: ReadonlySet<BlobHash>
  /** True if a person dropped them, so the next request contains none. */
  readonly areDropped: boolean
}

/** `frame`: the size of what precedes the messages, needed if the provider's count does not include it. */
function usedOver(
  messages: readonly Message[],
  { documents: limits, ...named }: Measured,
  frame: () => number,
): number {
  const documents = limits ?? null
  const model = modelName(named)
  const { media: refused, outputsFrom } = planRepairs(messages, model)
  const full: Costs = { image: IMAGE_TOKENS, documents, refused, areDropped: false }
  const dropped: Costs = { ...full, image: DROPPED_TOKENS, areDropped: true }
  const summedUpAt = messages.findLast(({ content }) => content.type === 'summary')?.seq ?? 0
  let tokens = 0
  let costs = full
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]
    if (message === undefined) continue
    const { content, seq } = message
    if (content.type === 'attachmentsDropped') costs = dropped
    // The usage of a reply says nothing about a later summary.
    if (content.type === 'agent' && totalOf(content.usage) > 0 && seq > summedUpAt) {
      const before = messages.slice(0, index)
      const saved =
        (costs.areDropped ? tokensOfMedia(before, full) : 0) +
        savedByShortening(before, planRepairs(before, model).outputsFrom, outputsFrom)
      return tokens + Math.max(0, totalOf(content.usage) - saved)
    }
    tokens += tokensOf(index < outputsFrom ? shortened(content) : content, costs)
    if (content.type === 'summary') {
      tokens += tokensAfterSummary(messages.slice(0, index), content, costs)
      break
    }
  }
  return tokens + frame()
}

const NO_MEDIA: Costs = { image: 0, documents: null, refused: new Set(), areDropped: true }

/** Returns the part of a reply's count for outputs whose middle later requests leave out. */
function savedByShortening(messages: readonly Message[], from: number, to: number): number {
  const summary = messages.findLastIndex(({ content }) => content.type === 'summary')
  return messages
    .slice(Math.max(from, summary + 1), to)
    .reduce(
      (sum, { content }) =>
        sum + tokensOf(content, NO_MEDIA) - tokensOf(shortened(content), NO_MEDIA),
      0,
    )
}

function shortened(content: MessageContent): MessageContent {
  return content.type === 'tool' ? withShortOutput(content) : content
}

/**
 * True if cutting the middle of older outputs frees enough room to be worth losing the provider's cache (T97).
 * Otherwise a summary is better.
 */
export function isWorthShortening(tokens: number, short: number, limitTokens: number): boolean {
  return short <= tokens * WORTH && short <= limitTokens * ROOMY
}

/**
 * Returns the part of a reply's count for images and documents before it: without them, the next request is smaller by
 * this.
 */
function tokensOfMedia(messages: readonly Message[], costs: Costs): number {
  const { documents, images } = mediaForModel(messages, costs.documents, costs.refused)
  const each = images.map(({ width, height }) =>
    Math.min(IMAGE_TOKENS, Math.floor((width * height) / PIXELS_PER_TOKEN)),
  )
  return each.reduce((sum, tokens) => sum + tokens, tokensOfDocuments(documents, costs.documents))
}

/** Returns the value of the context meter. */
export function contextUse(
  messages: readonly Message[],
  limitTokens: number,
  instructions: InstructionsInForce,
  model: Measured,
): ContextUse {
  const known = knownInstructions(messages)
  const notInMessages = instructionsIn(instructions).filter((file) => !known.has(pathOf(file)))
  const frame = Math.ceil(
    notInMessages.reduce((sum, { bytes }) => sum + bytes, 0) / UNITS_PER_TOKEN,
  )
  const limits = model.documents ?? null
  const { media: refused } = planRepairs(messages, modelName(model))
  const { documents, images } = mediaForModel(messages, limits, refused)
  const holdsImages = images.length + documents.length > 0
  const use = { usedTokens: usedOver(messages, model, () => frame), limitTokens, holdsImages }
  return limits === null ? use : { ...use, documents: limits }
}

/** A summary is sent with the instructions in force and the person's newest message before it, or a sub-agent's task. */
function tokensAfterSummary(
  messages: readonly Message[],
  summary: Extract<MessageContent, { type: 'summary' }>,
  costs: Costs,
): number {
  const notes = tokensOfNotes(notesInForce(messages))
  const newest = wordsSentAgain(messages, summary)
  if (newest === null) return notes
  const { instructions: _instructions, ...words } = newest
  return notes + tokensOf(newestAfterSummary(words), costs)
}

/** Returns the cost of instruction files in messages. */
export function tokensOfNotes(notes: readonly InstructionsNote[]): number {
  return notes.reduce((sum, { file }) => sum + estimateTokens(file?.text ?? ''), 0)
}

function tokensOf(content: MessageContent, costs: Costs): number {
  const { areDropped, documents, image, refused } = costs
  switch (content.type) {
    case 'user':
      return (
        MESSAGE_TOKENS +
        estimateTokens(content.text) +
        tokensOfNotes(content.instructions ?? []) +
        estimateTokens(wordsOfFiles(content, documents)) +
        tokensOfDocuments(
          filesOf(content.attachments).filter(
            ({ original }) => !areDropped && !refused.has(original),
          ),
          documents,
        ) +
        imagesOf(content.attachments).length * image
      )
    case 'agent':
      return MESSAGE_TOKENS + estimateTokens(JSON.stringify(content.blocks))
    case 'tool':
      return content.content.reduce(
        (sum, part) => sum + (part.type === 'image' ? image : estimateTokens(part.text)),
        MESSAGE_TOKENS,
      )
    case 'undo':
      return estimateTokens(wordsOfUndo(content))
    case 'summary':
      return MESSAGE_TOKENS + estimateTokens(content.text)
    case 'attachmentsDropped':
    case 'rewound':
    case 'subAgent':
    case 'repair':
    case 'system':
    case 'error':
    case 'unreadable':
      return 0
    default:
      return assertNever(content)
  }
}
