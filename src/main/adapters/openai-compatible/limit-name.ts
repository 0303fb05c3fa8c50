import type { ChatCompletionCreateParamsStreaming as Params } from 'openai/resources/chat/completions'
import type { Dispensable } from '../model-api/without-refused.ts'
import { refusesLimitName } from './classify-error.ts'

/**
 * A model that reasons takes `max_tokens` under another name. Where its own name does not show it, as that of a deployment, the
 * server says so.
 */
export const LIMIT_NAME: Dispensable<Params> = {
  name: 'max_tokens',
  isRefusedBy: refusesLimitName,
  without({ max_tokens: most, ...params }) {
    return most === undefined || most === null ? null : { ...params, max_completion_tokens: most }
  },
}
