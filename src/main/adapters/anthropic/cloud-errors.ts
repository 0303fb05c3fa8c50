import type { ErrorType } from '@anthropic-ai/sdk/resources/shared'
import { asText, type JsonObject } from '../model-api/json-fields.ts'

/**
 * The names that the clouds which offer Claude use for the API's errors: Amazon's exceptions, and Google's google.rpc.Code.
 */
const TYPES: ReadonlyMap<string, ErrorType> = new Map<string, ErrorType>([
  ['throttlingexception', 'rate_limit_error'],
  ['toomanyrequestsexception', 'rate_limit_error'],
  ['servicequotaexceededexception', 'rate_limit_error'],
  ['accessdeniedexception', 'permission_error'],
  ['expiredtokenexception', 'authentication_error'],
  ['unrecognizedclientexception', 'authentication_error'],
  ['invalidsignatureexception', 'authentication_error'],
  ['incompletesignatureexception', 'authentication_error'],
  ['missingauthenticationtokenexception', 'authentication_error'],
  ['validationexception', 'invalid_request_error'],
  ['resourcenotfoundexception', 'not_found_error'],
  ['modeltimeoutexception', 'timeout_error'],
  ['modelnotreadyexception', 'overloaded_error'],
  ['serviceunavailableexception', 'overloaded_error'],
  ['internalserverexception', 'api_error'],
  ['modelerrorexception', 'api_error'],
  ['modelstreamerrorexception', 'api_error'],
  ['resource_exhausted', 'rate_limit_error'],
  ['unauthenticated', 'authentication_error'],
  ['permission_denied', 'permission_error'],
  ['not_found', 'not_found_error'],
  ['invalid_argument', 'invalid_request_error'],
  ['failed_precondition', 'invalid_request_error'],
  ['unavailable', 'overloaded_error'],
  ['deadline_exceeded', 'timeout_error'],
  ['internal', 'api_error'],
])

/** Returns the API's type for a cloud's name; Anthropic's own types stay unchanged. */
export function typeNamed(name: string | null): string | null {
  return name === null ? null : (TYPES.get(name.toLowerCase()) ?? name)
}

/**
 * Returns the error in the body of a refusal; null if there is none. Amazon sends no enclosing object, and the name in a
 * header.
 */
export function errorIn(body: JsonObject | null, headers: Headers): JsonObject | null {
  const message = asText(body?.['message']) ?? asText(body?.['Message'])
  // The header also contains the address of its description, after a colon.
  const [name = null] = headers.get('x-amzn-errortype')?.split(':') ?? []
  return message === null && name === null ? null : { type: name, message }
}
