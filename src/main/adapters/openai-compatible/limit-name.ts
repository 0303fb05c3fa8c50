import type { ChatCompletionCreateParamsStreaming as Params } from 'openai/resources/chat/completions'
import type { Dispensable } from '../model-api/without-refused.ts'
import { refusesLimitName } from './classify-error.ts'

/**
 * Reasoning models accept `max_tokens` only under another name. If the model's name does not show that it reasons, as with a
 * deployment, the server's refusal does.
 */
export const LIMIT_NAME: Dispensable<Params> = {
  name: 'max_tokens',
  isRefusedBy: refusesLimitName,
  without({ max_tokens: most, ...params }) {
    return most === undefined || most === null ? null : { ...params, max_completion_tokens: most }
  },
}
