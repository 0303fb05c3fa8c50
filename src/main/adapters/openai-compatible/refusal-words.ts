import type { Objection } from '../../core/repairs.ts'
import { speaksOfHistory, takesNoImages } from '../model-api/refused-images.ts'

/** The one place where a server's words are looked at: local ones have nothing else. */
export function saysTooLong(message: string): boolean {
  return /\bmaximum context length\b|\bexceeds? the (available )?context (size|length|window)\b|\bcontext (length|window) exceeded\b|\bprompt is too long\b/i.test(
    message,
  )
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
