import { checkRequest } from './check-request.ts'
import { isJson } from '../json.ts'

export const COUNT_PATH = '/v1/messages/count_tokens'

/**
 * Checks a token-counting request: like any other, but without the fields that only affect an answer (the API's page on
 * counting).
 */
export function checkCount(body: unknown): string | null {
  if (!isJson(body)) return 'body: Input should be a valid dictionary'
  const odd = ['max_tokens', 'stream'].find((name) => name in body)
  if (odd !== undefined) return `${odd}: Extra inputs are not permitted`
  const asked = { ...body, max_tokens: 128_000, stream: true }
  return checkRequest(asked, { endsWithAssistant: false })
}

/** A count that follows from the body, unlike any estimate of Phoenix. */
export function tokensIn(body: unknown): number {
  return JSON.stringify(body).length
}
