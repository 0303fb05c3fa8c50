import { asObject, asText, type JsonObject } from '../model-api/json-fields.ts'
import { refusalText } from '../model-api/faults/refusal-text.ts'
import { retryDelayIn } from '../model-api/faults/retry-words.ts'

/** The content of google.rpc.Status for a failure. */
export interface ErrorDetails {
  /** The HTTP status; null if there is none. */
  readonly code: number | null
  /** Such as `INVALID_ARGUMENT`. */
  readonly status: string | null
  readonly message: string | null
  /** From ErrorInfo, such as `API_KEY_INVALID`. */
  readonly reason: string | null
  /** From RetryInfo, in ms. */
  readonly retryDelayMs: number | null
  /** True if the quota is zero: waiting does not help. */
  readonly hasNoQuota: boolean
}

/** The error in a body; inside a list if the request was for a stream. */
export function errorDetailsIn(body: string): ErrorDetails {
  try {
    return errorDetails(JSON.parse(body))
  } catch {
    return errorDetails(null)
  }
}

/** The same for a parsed value. */
export function errorDetails(value: unknown): ErrorDetails {
  const first: unknown = Array.isArray(value) ? value[0] : value
  const error = asObject(asObject(first)?.['error'])
  const detailList = error?.['details']
  const details = Array.isArray(detailList) ? detailList.map(asObject) : []
  const { code } = error ?? {}
  return {
    code: typeof code === 'number' && code >= 400 && code < 600 ? code : null,
    status: asText(error?.['status']),
    message: refusalText(error?.['message']),
    reason:
      details.map((detail) => asText(detail?.['reason'])).find((each) => each !== null) ?? null,
    retryDelayMs: retryDelayIn(detailList),
    hasNoQuota: details.some(hasNoQuota),
  }
}

/** Recognised by a QuotaFailure. */
function hasNoQuota(detail: JsonObject | null): boolean {
  const violations = detail?.['violations']
  return (
    Array.isArray(violations) && violations.some((each) => asObject(each)?.['quotaValue'] === '0')
  )
}
