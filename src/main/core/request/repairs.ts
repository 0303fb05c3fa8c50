import { assertNever } from '../../../shared/assert-never.ts'
import type { Effort } from '../../../shared/models/effort.ts'
import type { BlobHash, MessageId } from '../../../shared/ids.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { modelName, type NamedModel } from '../../../shared/models/model-name.ts'
import type { ReasoningField, Repair } from '../../../shared/messages/repair.ts'
import type { RequestFrame } from './request-frame.ts'
import { imagesIn, mediaIn, mediaOf } from './image-budget.ts'
import { mediaForModel } from './images-for-model.ts'
import type { ModelRequest, RequestMedia } from './model-request.ts'

/** The place of an image or a document in a request. `part`: within a result. */
export interface MediaPlace {
  readonly message: number
  readonly block: number
  readonly part: number | null
}

/** The part of a request that a provider refused, as far as the adapter could find out, if it can be changed. */
export type RejectedPart =
  /** The effort: the model accepts none, or not this one. */
  | { readonly type: 'effort' }
  /** Calls and results that do not fit together. */
  | { readonly type: 'calls' }
  | { readonly type: 'thinking' }
  /** A field with reasoning, or an addition to a call: the server knows no such field. */
  | { readonly type: 'reasoningRefused' }
  /** Missing reasoning: the server requires it under this name, and a reply has none. */
  | { readonly type: 'reasoningMissing'; readonly field: ReasoningField }
  /** The format of a call id. */
  | { readonly type: 'callIds' }
  /** `at`: null if the provider did not name the image. */
  | { readonly type: 'image'; readonly at: MediaPlace | null }
  /** The model accepts no images at all. */
  | { readonly type: 'images' }
  /** A PDF that the provider cannot read or does not accept. `at`: null if it did not name the PDF. */
  | { readonly type: 'document'; readonly at: MediaPlace | null }
  /** The whole request has more bytes than the server accepts. */
  | { readonly type: 'size' }
  | { readonly type: 'unclear' }

export interface Refused {
  readonly rejectedPart: RejectedPart
  readonly request: ModelRequest
  /** The effort of the request. */
  readonly effort: Effort
  /** Builds the request with one more repair. */
  readonly requestWith: (repair: Repair) => ModelRequest
  /** True if there is anything that a summary can replace. */
  readonly canBeSummarised: boolean
}

/** Returns the repairs that fit the refusal and change the request: an identical request is never sent again (R18). */
export function repairsFor(refused: Refused): readonly Repair[] {
  return fitting(refused).filter((repair) => {
    switch (repair.type) {
      case 'withoutEffort':
        return repair.effort !== 'auto'
      case 'withSummary':
        return refused.canBeSummarised
      case 'shortOutputs':
        return makesMuchSmaller(refused, repair)
      case 'withoutReasoning':
      case 'withReasoningMarks':
      case 'renamedCalls':
      case 'callsAsText':
      case 'withoutEarlierThinking':
      case 'withoutThinking':
      case 'withoutImages':
      case 'withoutAllImages':
      case 'withoutDocuments':
        return changes(refused, repair)
      default:
        return assertNever(repair)
    }
  })
}

function changes({ request, requestWith }: Refused, repair: Repair): boolean {
  return JSON.stringify(requestWith(repair).messages) !== JSON.stringify(request.messages)
}

/** Saving a smaller share is not worth losing the provider's cache. */
const MUCH = 0.2

function makesMuchSmaller({ request, requestWith }: Refused, repair: Repair): boolean {
  return sizeOf(requestWith(repair)) <= sizeOf(request) * (1 - MUCH)
}

/** Base64 turns 3 bytes into 4. */
function sizeOf({ messages }: ModelRequest): number {
  const media = mediaOf(messages)
  const bytes = media.reduce((sum, each) => sum + each.bytes, 0)
  return JSON.stringify(messages).length + (bytes * 4) / 3
}

function fitting({ rejectedPart, request, effort }: Refused): readonly Repair[] {
  switch (rejectedPart.type) {
    case 'effort':
      return [{ type: 'withoutEffort', effort }]
    case 'calls':
      return [{ type: 'callsAsText' }, SUMMARY]
    case 'callIds':
      return [{ type: 'renamedCalls' }, { type: 'callsAsText' }, SUMMARY]
    case 'reasoningRefused':
      return [{ type: 'withoutReasoning' }, SUMMARY]
    case 'reasoningMissing': {
      const { field } = rejectedPart
      return [{ type: 'withReasoningMarks', field }, { type: 'callsAsText' }, SUMMARY]
    }
    case 'thinking':
      return [{ type: 'withoutEarlierThinking' }, { type: 'withoutThinking' }, SUMMARY]
    case 'unclear':
      return [
        { type: 'withoutEarlierThinking' },
        { type: 'withoutThinking' },
        allDocuments(request),
        SUMMARY,
      ]
    case 'image': {
      const blobs = mediaAt(request, rejectedPart.at, 'image') ?? newestImages(request)
      return [{ type: 'withoutImages', blobs }, allImages(request), allDocuments(request), SUMMARY]
    }
    case 'images':
      return [allImages(request), allDocuments(request), SUMMARY]
    case 'document': {
      const blobs = mediaAt(request, rejectedPart.at, 'document')
      const one: Repair =
        blobs === null ? allDocuments(request) : { type: 'withoutDocuments', blobs }
      return [one, SUMMARY]
    }
    case 'size':
      return [SHORT_OUTPUTS, allDocuments(request), allImages(request), SUMMARY]
    default:
      return assertNever(rejectedPart)
  }
}

const SUMMARY: Repair = { type: 'withSummary' }
export const SHORT_OUTPUTS: Repair = { type: 'shortOutputs' }

function allImages(request: ModelRequest): Repair {
  return { type: 'withoutAllImages', blobs: blobsOf(request, 'image') }
}

/** Returns the repair that excludes the documents of the next request; empty if it contains none. */
export function withoutDocuments(
  messages: readonly Message[],
  { documents, ...named }: NamedModel & Pick<RequestFrame, 'documents'>,
): readonly Repair[] {
  const { media } = planRepairs(messages, modelName(named))
  const shown = mediaForModel(messages, documents ?? null, media).documents
  const blobs = [...new Set(shown.map(({ original }) => original))]
  return blobs.length === 0 ? [] : [{ type: 'withoutDocuments', blobs }]
}

function allDocuments(request: ModelRequest): Repair {
  return { type: 'withoutDocuments', blobs: blobsOf(request, 'document') }
}

/** Returns each blob once. */
function blobsOf({ messages }: ModelRequest, type: RequestMedia['type']): readonly BlobHash[] {
  const media = mediaOf(messages)
  return [...new Set(media.flatMap((each) => (each.type === type ? [each.blob] : [])))]
}

/** Returns null if no place was named, or there is nothing of this type. */
function mediaAt(
  { messages }: ModelRequest,
  at: MediaPlace | null,
  type: RequestMedia['type'],
): readonly BlobHash[] | null {
  if (at === null) return null
  const block = messages[at.message]?.blocks[at.block]
  const part = block?.type === 'toolResult' && at.part !== null ? block.content[at.part] : block
  const media = part === undefined ? [] : mediaIn([part])
  const found = media.filter((each) => each.type === type)
  return found.length === 0 ? null : found.map(({ blob }) => blob)
}

/** Returns the images of the last message that has any. */
function newestImages({ messages }: ModelRequest): readonly BlobHash[] {
  const last = messages.findLast(({ blocks }) => imagesIn(blocks).length > 0)
  return imagesIn(last?.blocks ?? []).map(({ blob }) => blob)
}

/** The effects of the recorded repairs on requests to one model. */
export interface RepairPlan {
  /** Messages before this one are sent without thinking. */
  readonly thinkingFrom: number
  /** Messages before this one are sent with calls and results as text. */
  readonly callsFrom: number
  /** In messages before this one, long results are sent without their middle. */
  readonly outputsFrom: number
  readonly media: ReadonlySet<BlobHash>
  /**
   * `none`: no reasoning is sent, whatever form it came in. A name: every reply has reasoning under it, if only as a
   * mark.
   */
  readonly reasoning: 'asItCame' | 'none' | ReasoningField
  readonly renamesCalls: boolean
}

export const NO_REPAIRS: RepairPlan = {
  thinkingFrom: 0,
  callsFrom: 0,
  outputsFrom: 0,
  media: new Set(),
  reasoning: 'asItCame',
  renamesCalls: false,
}

export function planRepairs(messages: readonly Message[], model: string): RepairPlan {
  let plan = NO_REPAIRS
  messages.forEach(({ content }, index) => {
    if (content.type !== 'repair' || content.model !== model) return
    plan = planWith(plan, content.repair, messages.slice(0, index))
  })
  return plan
}

function planWith(plan: RepairPlan, repair: Repair, before: readonly Message[]): RepairPlan {
  switch (repair.type) {
    case 'withoutReasoning':
      return { ...plan, reasoning: 'none' }
    case 'withReasoningMarks':
      return { ...plan, reasoning: repair.field }
    case 'renamedCalls':
      return { ...plan, renamesCalls: true }
    case 'callsAsText':
      return { ...plan, callsFrom: before.length, thinkingFrom: before.length }
    case 'withoutEarlierThinking': {
      const newest = before.findLastIndex(({ content }) => content.type === 'user')
      return { ...plan, thinkingFrom: Math.max(plan.thinkingFrom, newest) }
    }
    case 'withoutThinking':
      return { ...plan, thinkingFrom: before.length }
    case 'withoutImages':
    case 'withoutAllImages':
    case 'withoutDocuments':
      return { ...plan, media: new Set([...plan.media, ...repair.blobs]) }
    case 'shortOutputs': {
      // The model has not read the results of the newest reply yet.
      const newest = before.findLastIndex(({ content }) => content.type === 'agent')
      return { ...plan, outputsFrom: Math.max(plan.outputsFrom, newest) }
    }
    case 'withoutEffort':
    case 'withSummary':
      return plan
    default:
      return assertNever(repair)
  }
}

/** Returns the history with one more repair. */
export function withRepair(
  messages: readonly Message[],
  model: string,
  repair: Repair,
): readonly Message[] {
  const id = 'repair' as MessageId
  const content = { type: 'repair', text: '', model, repair } as const
  return [...messages, { id, seq: messages.length + 1, at: 0, content }]
}

/** Returns the effort for a model that may have refused it. */
export function effortFor(messages: readonly Message[], model: string, wanted: Effort): Effort {
  const isRefused = messages.some(
    ({ content }) =>
      content.type === 'repair' &&
      content.model === model &&
      content.repair.type === 'withoutEffort' &&
      content.repair.effort === wanted,
  )
  return isRefused ? 'auto' : wanted
}

export function hasRepair(messages: readonly Message[]): boolean {
  return messages.some(({ content }) => content.type === 'repair')
}
