import type { MediaPlace, RejectedPart } from '../../core/request/repairs.ts'
import { isOfDocument, speaksOfHistory, takesNoImages } from '../model-api/refused-images.ts'

/**
 * The only place that reads the provider's prose, because a refusal has no other type than `invalid_request_error`. Unknown
 * wording counts as beyond repair.
 */
export function saysUnpaid(message: string): boolean {
  return /\bcredit balance is too low\b/i.test(message)
}

/** The limit that the account's owner has set: it ends by itself, and the text says when. */
export function saysLimitReached(message: string): boolean {
  return /\breached your specified\b.*\busage limits?\b/i.test(message)
}

/** The part of the request that was refused; null if no change could help. */
export function rejectedPartIn(message: string): RejectedPart | null {
  if (isOfEffort(message)) return { type: 'effort' }
  if (isOfTheFrame(message)) return null
  if (isOfDocument(message)) return { type: 'document', at: placeIn(message) }
  if (takesNoImages(message)) return { type: 'images' }
  if (/\bthinking`? (block|or `redacted_thinking`)|`signature`/i.test(message)) {
    return { type: 'thinking' }
  }
  if (/\bimages?\b/i.test(message)) return { type: 'image', at: placeIn(message) }
  if (/\btool_(use|result)/i.test(message)) return { type: 'calls' }
  return speaksOfHistory(message) ? { type: 'unclear' } : null
}

/** True for the fields outside the messages that set the effort, not for thinking in the messages. */
function isOfEffort(message: string): boolean {
  if (/^messages\b/.test(message)) return false
  return /\beffort\b|^["'`]?(thinking|output_config)\b|\bthinking\.(type|budget_tokens)\b|\b(adaptive|extended) thinking\b|\bturn thinking off\b/i.test(
    message,
  )
}

/** True for a field outside the messages, the cache markers, or something the model cannot do. */
function isOfTheFrame(message: string): boolean {
  return /^(tools|tool_choice|max_tokens|model|system|temperature|stream|metadata|top_[kp])\b|\bcache_control\b|\bmax_tokens\b|\bnot support tools?\b/i.test(
    message,
  )
}

function placeIn(message: string): MediaPlace | null {
  const found = /\bmessages\.(\d+)\.content\.(\d+)(?:\.(?:tool_result\.)?content\.(\d+))?/.exec(
    message,
  )
  if (found === null) return null
  const [, index, block, part] = found
  return {
    message: Number(index),
    block: Number(block),
    part: part === undefined ? null : Number(part),
  }
}
