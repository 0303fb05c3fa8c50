import type { RejectedPart } from '../../core/request/repairs.ts'
import { isOfDocument, speaksOfHistory, takesNoImages } from '../model-api/refused-images.ts'

// The only place that reads Gemini's prose, because a refusal has no other type than INVALID_ARGUMENT.

export function saysKeyRefused(message: string): boolean {
  return /\bAPI key (not valid|expired|not found)\b/i.test(message)
}

/** "models/x is not found for API version v1beta, or is not supported for generateContent". */
export function saysNoSuchModel(message: string): boolean {
  return /\bmodels?\b.*\bnot (found|supported)\b/i.test(message)
}

export function saysUnpaid(message: string): boolean {
  return /\bexceeded your current quota\b|\bprepayment credits are depleted\b|\b(enable|check) .*\bbilling\b/i.test(
    message,
  )
}

/** The part of the request that was refused; null if no change could help. */
export function rejectedPartIn(message: string): RejectedPart | null {
  if (/\bthought[_ ]?signature\b/i.test(message)) {
    return /\bmissing\b/i.test(message)
      ? { type: 'reasoningMissing', field: 'thought_signature' }
      : { type: 'thinking' }
  }
  if (/\bthinking|\bbudget\b/i.test(message)) return { type: 'effort' }
  if (/\bfunction (calling|declarations?)\b|\btools?\b/i.test(message)) return null
  if (/\bfunction[_ ]?(call|response)s?\b/i.test(message)) return { type: 'calls' }
  if (isOfDocument(message)) return { type: 'document', at: null }
  if (takesNoImages(message) || /\bimage input modality is not enabled\b/i.test(message)) {
    return { type: 'images' }
  }
  if (/\bimages?\b|\binline_?data\b/i.test(message)) return { type: 'image', at: null }
  return speaksOfHistory(message) || /\bcontents?\b|\bparts\b/i.test(message)
    ? { type: 'unclear' }
    : null
}
