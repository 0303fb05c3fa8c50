import type { FinishReason } from '@google/genai/web'
import type { RejectedPart } from '../../core/request/repairs.ts'
import type { ReplyEnd } from '../../../shared/messages/message.ts'
import type { StreamEnd } from '../model-api/stream-end.ts'

type Name = Exclude<`${FinishReason}`, 'FINISH_REASON_UNSPECIFIED'>
type Failure = 'badCall' | 'serverError'

/** Lists every reason in the library: a new one does not compile until it is added. */
const ENDS: Readonly<Record<Name, ReplyEnd | Failure>> = {
  STOP: 'endTurn',
  MAX_TOKENS: 'maxTokens',
  // The limit of one request; the reply could be continued.
  CONTINUATION: 'maxTokens',
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  LANGUAGE: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
  IMAGE_SAFETY: 'refusal',
  IMAGE_PROHIBITED_CONTENT: 'refusal',
  IMAGE_RECITATION: 'refusal',
  IMAGE_OTHER: 'unknown',
  NO_IMAGE: 'unknown',
  OTHER: 'unknown',
  MALFORMED_FUNCTION_CALL: 'badCall',
  UNEXPECTED_TOOL_CALL: 'badCall',
  TOO_MANY_TOOL_CALLS: 'badCall',
  MALFORMED_RESPONSE: 'serverError',
}
const BY_NAME: ReadonlyMap<string, ReplyEnd | Failure> = new Map(Object.entries(ENDS))

/** Documented by the API, missing in the library. */
const UNSIGNED = 'MISSING_THOUGHT_SIGNATURE'
const WANTS_SIGNATURES: RejectedPart = { type: 'reasoningMissing', field: 'thought_signature' }

/**
 * `finishMessage`: the explanation that came with the reason. A reply with calls ends with the same reason as one without.
 */
export function streamEndOf(
  reason: string,
  finishMessage: string | null,
  hasCalls: boolean,
): StreamEnd {
  if (reason === UNSIGNED) {
    return {
      type: 'failed',
      fault: { type: 'requestRefused', because: finishMessage, about: WANTS_SIGNATURES },
    }
  }
  const end = BY_NAME.get(reason) ?? 'unknown'
  if (end === 'badCall' || end === 'serverError')
    return { type: 'failed', fault: { type: end, because: finishMessage } }
  return { type: 'end', end: end === 'endTurn' && hasCalls ? 'toolUse' : end }
}
