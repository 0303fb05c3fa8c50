import type { RejectedPart } from '../../core/request/repairs.ts'
import { isOfDocument, speaksOfHistory, takesNoImages } from '../model-api/refused-images.ts'

// With the shared checks in model-api/, the only place that reads a server's prose: local servers send nothing else.

/** Gemini and xAI refuse a key with status 400. */
export function saysKeyRefused(message: string): boolean {
  return /\bAPI key not valid\b|\bincorrect API key\b/i.test(message)
}

/**
 * A 404 without these words concerns something else: a router without a server for tools, a wrong path. Anthropic says only
 * `model: x`; the other texts are OpenRouter's, and everybody else's.
 */
export function saysNoSuchModel(message: string): boolean {
  if (/^model: |\bno endpoints found for\b/i.test(message)) return true
  return (
    /(?<!\/)\b(models?|deployment)\b/i.test(message) &&
    /\bnot (found|exist)\b|\bno such\b|\bunknown\b/i.test(message)
  )
}

/** The credit is used up, and waiting does not restore it (Moonshot, z.ai, OpenRouter, DeepSeek). */
export function saysUnpaid(message: string): boolean {
  return /\binsufficient (balance|credits?|funds|quota)\b|\bexceeded your current quota\b|\bout of credits\b|\bcredit balance is too low\b|\brequires more credits\b|\bplease recharge\b/i.test(
    message,
  )
}

/** A 403 that concerns the content, not the key. */
export function saysFlagged(message: string): boolean {
  return /\bmoderation\b|\bflagged\b|\bcontent policy\b|\busage guidelines\b|\brequest blocked\b/i.test(
    message,
  )
}

/**
 * "Function tools with reasoning_effort are not supported for gpt-6-sol in /v1/chat/completions. To use function tools, use
 * /v1/responses or set reasoning_effort to 'none'" (onyx #15008, goose #11413); "This model is only supported in v1/responses".
 */
export function saysResponsesOnly(message: string): boolean {
  return /\bv1\/responses\b/i.test(message)
}

export function saysOtherLimitName(message: string): boolean {
  return /\bmax_tokens\b.*\bnot supported\b.*\bmax_completion_tokens\b/i.test(message)
}

/**
 * The part of the request that was refused; null if no change could help. `param`: the field that the server named, such as
 * `messages[2].content`.
 */
export function rejectedPartIn(message: string, param: string | null): RejectedPart | null {
  const ofReasoning = reasoningIn(message, param)
  if (ofReasoning !== null) return ofReasoning
  if (isOfIds(message, param)) return { type: 'callIds' }
  if (isOfEffort(param ?? message)) return { type: 'effort' }
  const isOfHistory = param === null || /^(messages|input)\b/.test(param)
  if (!isOfHistory) return null
  if (isOfDocument(`${param ?? ''} ${message}`)) return { type: 'document', at: null }
  if (isOfReasoningItem(message)) return { type: 'thinking' }
  if (/\bnot support (tools?|function calling)\b|\bunsupported parameter\b/i.test(message))
    return null
  if (takesNoImages(message)) return { type: 'images' }
  if (/\bimage(s|_url)?\b/i.test(message)) return { type: 'image', at: null }
  if (CALLS.test(message)) return { type: 'calls' }
  return param !== null || speaksOfHistory(message) ? { type: 'unclear' } : null
}

/** The last two are of the Responses API: "No tool output found for function call call_1." */
const CALLS =
  /\btool_calls?\b|\btool_call_ids?\b|\brole '?tool\b|\btool messages?\b|\bno tool (call|output) found\b|\bfunction_call(_output)?\b/i

/**
 * A reasoning item of the Responses API without its neighbour (vercel/ai #7099, continue #11994), or one that the server
 * cannot decrypt.
 */
function isOfReasoningItem(message: string): boolean {
  return /\btype 'reasoning' was provided\b|\brequired 'reasoning' item\b|\bencrypted content\b.*\bcould not be\b/i.test(
    message,
  )
}

function isOfEffort(text: string): boolean {
  return /\breasoning[._ ]?effort\b|\bnot support thinking\b|\bthink value\b|\breasoning value\b/i.test(
    text,
  )
}

const UNKNOWN_FIELD =
  /\bextra[_ ](inputs?|fields?|forbidden)\b|\b(un|not )supported\b|\bnot (permitted|allowed|expected)\b|\bun(recognized|expected|known)\b|\bcannot find field\b|\badditional propert/i
const MISSING = /\bmissing\b|\bmust be (passed back|provided|included|present)\b|\brequired?\b/i
/** Additions to text and calls. `reasoning` by itself could also mean the effort. */
const EXTRA_FIELDS = /\breasoning_(content|details)\b|\b(extra_content|provider_specific_fields)\b/i

/**
 * A reasoning field in the history. DeepSeek, Kimi and Gemini require it with each reply (continue #9606, new-api #3121,
 * Roo-Code #9499); Mistral, Groq and Cerebras do not know `reasoning_content` (crush #1590, jan #8136, kilocode #10375).
 */
function reasoningIn(message: string, param: string | null): RejectedPart | null {
  const about = `${param ?? ''} ${message}`
  if (/\bthought[_ ]?signature\b/i.test(about)) {
    return MISSING.test(message)
      ? { type: 'reasoningMissing', field: 'thought_signature' }
      : { type: 'thinking' }
  }
  const isOfReply = /\b(messages?|assistant)\b/i.test(about) && /['"`.]reasoning['"`]/.test(about)
  if ((EXTRA_FIELDS.test(about) || isOfReply) && UNKNOWN_FIELD.test(message)) {
    return { type: 'reasoningRefused' }
  }
  if (!/\breasoning[_ ]content\b/i.test(about) || !MISSING.test(message)) return null
  return { type: 'reasoningMissing', field: 'reasoning_content' }
}

/** Mistral requires nine letters and digits (opencode #1680), OpenAI at most 40 characters. */
function isOfIds(message: string, param: string | null): boolean {
  if (/\btool[ _]call[ _]id was .* but must be\b/i.test(message)) return true
  const isNamed = /\btool_?call(s\b.*\bid|_id)$/i.test(param ?? '')
  return isNamed && /\b(length|long|pattern|characters?|alphanumeric)\b/i.test(message)
}
