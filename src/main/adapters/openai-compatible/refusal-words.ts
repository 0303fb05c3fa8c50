import type { Objection } from '../../core/repairs.ts'
import { speaksOfHistory, takesNoImages } from '../model-api/refused-images.ts'

// The one place, with what both adapters look for (model-api/), where a server's words count: local ones have nothing else.

/** Gemini and xAI say it with a 400. */
export function saysKeyRefused(message: string): boolean {
  return /\bAPI key not valid\b|\bincorrect API key\b/i.test(message)
}

/**
 * A 404 without it is about something else: a router without a server that takes tools, a wrong path. `model: x` is all that
 * Anthropic says, the other words are those of OpenRouter, and of everybody.
 */
export function saysNoSuchModel(message: string): boolean {
  if (/^model: |\bno endpoints found for\b/i.test(message)) return true
  return (
    /(?<!\/)\b(models?|deployment)\b/i.test(message) &&
    /\bnot (found|exist)\b|\bno such\b|\bunknown\b/i.test(message)
  )
}

/** A 403 that is about what was said, and not about the key. */
export function saysFlagged(message: string): boolean {
  return /\bmoderation\b|\bflagged\b|\bcontent policy\b|\busage guidelines\b|\brequest blocked\b/i.test(
    message,
  )
}

export function saysOtherLimitName(message: string): boolean {
  return /\bmax_tokens\b.*\bnot supported\b.*\bmax_completion_tokens\b/i.test(message)
}

/** What of the request was refused; null: nothing that could be changed. `param`: the field that was named, as `messages[2].content`. */
export function objectionIn(message: string, param: string | null): Objection | null {
  if (isOfEffort(param ?? message)) return { type: 'effort' }
  if (param !== null && !param.startsWith('messages')) return null
  if (/\bnot support (tools?|function calling)\b|\bunsupported parameter\b/i.test(message))
    return null
  if (takesNoImages(message)) return { type: 'images' }
  if (/\bimage(s|_url)?\b/i.test(message)) return { type: 'image', at: null }
  if (/\btool_calls?\b|\btool_call_ids?\b|\brole '?tool\b|\btool messages?\b/i.test(message)) {
    return { type: 'calls' }
  }
  return param !== null || speaksOfHistory(message) ? { type: 'unclear' } : null
}

function isOfEffort(text: string): boolean {
  return /\breasoning[._ ]?effort\b|\bnot support thinking\b|\bthink value\b|\breasoning value\b/i.test(
    text,
  )
}
