import type { ContextUse } from '../../../shared/context-use.ts'
import { imagesOf } from '../../../shared/attachment.ts'
import { totalOf } from '../../../shared/content.ts'
import type { InstructionsNote, Message, MessageContent } from '../../../shared/message.ts'
import { newestBehindSummary } from './excerpt.ts'
import { wordsOfFiles } from './file-words.ts'
import { imagesForModel, newestWords } from './images-for-model.ts'
import { modelName, type NamedModel } from '../../../shared/model-name.ts'
import { type InstructionsInForce, instructionsIn, pathOf } from '../../../shared/turn.ts'
import { notesInForce, toldIn } from './instruction-notes.ts'
import type { ToolSpec } from './model-request.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { planRepairs } from './repairs.ts'
import { withShortOutput } from './short-output.ts'
import { wordsOfUndo } from '../machine/undo.ts'

/** From this part of its limit on, a request is not sent: the conversation is summarised first (rule 12). */
const FULL = 0.9
/** Shortened, a request must take no more than this part of its limit, and no more than that part of what it took. */
const ROOMY = 0.7
const WORTH = 0.8
/** A token is this many UTF-16 code units of English or code, rather less than more. */
const UNITS_PER_TOKEN = 3.5
/** What an image of the largest size that we send costs. */
export const IMAGE_TOKENS = 1_600
/** What stands in the place of one that was dropped. */
const DROPPED_TOKENS = 20
/** So many pixels of an image cost one token, rather less than more. */
const PIXELS_PER_TOKEN = 750
/** Roles and marks around each message. */
export const MESSAGE_TOKENS = 4

export function isFull(tokens: number, limitTokens: number): boolean {
  return tokens > limitTokens * FULL
}

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / UNITS_PER_TOKEN)
}

/**
 * How much the next request takes, in tokens: what the provider counted with the last reply, cached or not, and an
 * estimate of what was said since (T93). After a summary, or before the first reply, all of it is estimated.
 */
export function usedTokens(
  messages: readonly Message[],
  frame: NamedModel & { readonly system: string; readonly tools: readonly ToolSpec[] },
): number {
  return usedOver(messages, modelName(frame), () => {
    return estimateTokens(frame.system) + estimateTokens(JSON.stringify(frame.tools))
  })
}

/** `frame`: what stands ahead of the messages, where it is not in the provider's count. */
function usedOver(messages: readonly Message[], model: string, frame: () => number): number {
  const { outputsFrom } = planRepairs(messages, model)
  let tokens = 0
  let imageTokens = IMAGE_TOKENS
  for (let index = messages.length - 1; index >= 0; index--) {
    const content = messages[index]?.content
    if (content === undefined) continue
    if (content.type === 'attachmentsDropped') imageTokens = DROPPED_TOKENS
    if (content.type === 'agent' && totalOf(content.usage) > 0) {
      const before = messages.slice(0, index)
      const isLess = imageTokens === DROPPED_TOKENS
      const saved =
        (isLess ? tokensOfImages(before) : 0) +
        savedByShortening(before, planRepairs(before, model).outputsFrom, outputsFrom)
      return tokens + Math.max(0, totalOf(content.usage) - saved)
    }
    tokens += tokensOf(index < outputsFrom ? shortened(content) : content, imageTokens)
    if (content.type === 'summary') {
      tokens += tokensBehindSummary(messages.slice(0, index), imageTokens)
      break
    }
  }
  return tokens + frame()
}

/** What was counted with a reply for outputs that later requests hold without their middle. */
function savedByShortening(messages: readonly Message[], from: number, to: number): number {
  const summary = messages.findLastIndex(({ content }) => content.type === 'summary')
  return messages
    .slice(Math.max(from, summary + 1), to)
    .reduce((sum, { content }) => sum + tokensOf(content, 0) - tokensOf(shortened(content), 0), 0)
}

function shortened(content: MessageContent): MessageContent {
  return content.type === 'tool' ? withShortOutput(content) : content
}

/**
 * T97: whether leaving out the middle of older outputs makes room enough that it is worth a new beginning of the provider's
 * cache; else a summary is the better answer.
 */
export function isWorthShortening(tokens: number, short: number, limitTokens: number): boolean {
  return short <= tokens * WORTH && short <= limitTokens * ROOMY
}

/** What was counted with a reply for the images before it: without them the next request takes so much less. */
function tokensOfImages(messages: readonly Message[]): number {
  const each = imagesForModel(messages).map(({ width, height }) =>
    Math.min(IMAGE_TOKENS, Math.floor((width * height) / PIXELS_PER_TOKEN)),
  )
  return each.reduce((sum, tokens) => sum + tokens, 0)
}

/** What the meter shows. */
export function contextUse(
  messages: readonly Message[],
  limitTokens: number,
  instructions: InstructionsInForce,
  model: NamedModel,
): ContextUse {
  const told = toldIn(messages)
  const untold = instructionsIn(instructions).filter((file) => !told.has(pathOf(file)))
  const frame = Math.ceil(untold.reduce((sum, { bytes }) => sum + bytes, 0) / UNITS_PER_TOKEN)
  const holdsImages = imagesForModel(messages).length > 0
  return { usedTokens: usedOver(messages, modelName(model), () => frame), limitTokens, holdsImages }
}

/** A summary is sent with the instructions in force and the newest words of the person before it, or a sub-agent's task. */
function tokensBehindSummary(messages: readonly Message[], imageTokens: number): number {
  const notes = tokensOfNotes(notesInForce(messages))
  const newest = newestWords(messages)
  if (newest === null) return notes
  const { instructions: _told, ...words } = newest
  return notes + tokensOf(newestBehindSummary(words), imageTokens)
}

/** What files of instructions take where messages tell them. */
export function tokensOfNotes(notes: readonly InstructionsNote[]): number {
  return notes.reduce((sum, { file }) => sum + estimateTokens(file?.text ?? ''), 0)
}

function tokensOf(content: MessageContent, imageTokens: number): number {
  switch (content.type) {
    case 'user':
      return (
        MESSAGE_TOKENS +
        estimateTokens(content.text) +
        tokensOfNotes(content.instructions ?? []) +
        estimateTokens(wordsOfFiles(content)) +
        imagesOf(content.attachments).length * imageTokens
      )
    case 'agent':
      return MESSAGE_TOKENS + estimateTokens(JSON.stringify(content.blocks))
    case 'tool':
      return content.content.reduce(
        (sum, part) => sum + (part.type === 'image' ? imageTokens : estimateTokens(part.text)),
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
      return 0
    default:
      return assertNever(content)
  }
}
