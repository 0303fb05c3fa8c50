/** The part of a request that makes a server refuse it. */
export type Cause =
  | 'effort'
  | 'calls'
  | 'callIds'
  | 'reasoning'
  | 'thinking'
  | 'images'
  | 'documents'
  | 'history'
  | 'length'
  | 'size'
  | 'limitName'
  | 'model'
  | 'account'
  | 'key'

/** A known refusal of a real server, in its own words. */
export interface KnownRefusal {
  readonly api: 'anthropic' | 'openai'
  readonly status: number
  readonly body: unknown
  readonly cause: Cause
}

export function anthropic(
  cause: Cause,
  message: string,
  { status = 400, type = 'invalid_request_error' } = {},
): KnownRefusal {
  return { api: 'anthropic', status, body: { type: 'error', error: { type, message } }, cause }
}

export function openai(
  cause: Cause,
  message: string,
  more: { readonly status?: number; readonly code?: string; readonly param?: string } = {},
): KnownRefusal {
  const { status = 400, code = null, param = null } = more
  const error = { message, type: 'invalid_request_error', code, param }
  return { api: 'openai', status, body: { error }, cause }
}

/** Gemini sends errors in a list. */
export function gemini(cause: Cause, message: string): KnownRefusal {
  return similar(cause, [{ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }])
}

/** A refusal by a server of this API with its own error format. */
export function similar(cause: Cause, body: unknown, status = 400): KnownRefusal {
  return { api: 'openai', status, body, cause }
}
