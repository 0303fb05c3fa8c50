import type { ModelApi } from '../model-api/model-api.ts'
import { askAnthropic } from './ask-anthropic.ts'
import { countTokens } from './count-tokens.ts'
import { loadSdk } from './endpoint.ts'
import { listAnthropicModels } from './list-models.ts'

/** The Messages API. */
export const anthropicApi: ModelApi = {
  name: 'the Anthropic API',
  load: loadSdk,
  ask: askAnthropic,
  count: countTokens,
  listModels: listAnthropicModels,
}
