import type { ContextUse } from '../../shared/context-use.ts'
import { type ToolContent, totalOf } from '../../shared/content.ts'
import type { Message, MessageContent } from '../../shared/message.ts'
import { newestBehindSummary } from './excerpt.ts'
import type { Instructions } from '../../shared/turn.ts'
import type { ToolSpec } from './model-request.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { wordsOfUndo } from './undo.ts'

/** From this part of its limit on, a request is not sent: the conversation is summarised first (rule 12). */
const FULL = 0.9
/** A token is this many UTF-16 code units of English or code, rather less than more. */
const UNITS_PER_TOKEN = 3.5
/** What an image of the largest size that we send costs. */
const IMAGE_TOKENS = 1_600
/** Roles and marks around each message. */
const MESSAGE_TOKENS = 4

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
  frame: { readonly system: string; readonly tools: readonly ToolSpec[] },
): number {
  return usedOver(messages, () => {
    return estimateTokens(frame.system) + estimateTokens(JSON.stringify(frame.tools))
  })
}

/** `frame`: what stands ahead of the messages, where it is not in the provider's count. */
function usedOver(messages: readonly Message[], frame: () => number): number {
  let tokens = 0
  for (let index = messages.length - 1; index >= 0; index--) {
    const content = messages[index]?.content
    if (content === undefined) continue
    if (content.type === 'agent' && totalOf(content.usage) > 0)
      return tokens + totalOf(content.usage)
    tokens += tokensOf(content)
    if (content.type === 'summary') {
      tokens += newestWords(messages.slice(0, index))
      break
    }
  }
  return tokens + frame()
}

/** What the meter shows. */
export function contextUse(
  messages: readonly Message[],
  limitTokens: number,
  instructions: Instructions | null,
): ContextUse {
  const frame = Math.ceil((instructions?.bytes ?? 0) / UNITS_PER_TOKEN)
  return { usedTokens: usedOver(messages, () => frame), limitTokens }
}

/** A summary is sent with the newest words of the person before it, or a sub-agent's task. */
function newestWords(messages: readonly Message[]): number {
  const newest =
    messages.findLast(({ content }) => content.type === 'user' && content.author === 'person') ??
    messages.find(({ content }) => content.type === 'user')
  if (newest?.content.type !== 'user') return 0
  return tokensOf({ ...newest.content, text: newestBehindSummary(newest.content.text) })
}

function tokensOf(content: MessageContent): number {
  switch (content.type) {
    case 'user':
      return (
        MESSAGE_TOKENS + estimateTokens(content.text) + content.attachments.length * IMAGE_TOKENS
      )
    case 'agent':
      return MESSAGE_TOKENS + estimateTokens(JSON.stringify(content.blocks))
    case 'tool':
      return content.content.reduce((sum, part) => sum + tokensOfPart(part), MESSAGE_TOKENS)
    case 'undo':
      return estimateTokens(wordsOfUndo(content))
    case 'summary':
      return MESSAGE_TOKENS + estimateTokens(content.text)
    case 'subAgent':
    case 'repair':
    case 'system':
    case 'error':
      return 0
    default:
      return assertNever(content)
  }
}

function tokensOfPart(part: ToolContent): number {
  return part.type === 'image' ? IMAGE_TOKENS : estimateTokens(part.text)
}
