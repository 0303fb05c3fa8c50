import type { ModelApi } from '../model-api/model-api.ts'
import { askAnthropic } from './ask-anthropic.ts'
import { countTokens } from './count-tokens.ts'
import { listAnthropicModels } from './list-models.ts'

/** The Messages API. */
export const anthropicApi: ModelApi = {
  name: 'the Anthropic API',
  ask: askAnthropic,
  count: countTokens,
  listModels: listAnthropicModels,
}
