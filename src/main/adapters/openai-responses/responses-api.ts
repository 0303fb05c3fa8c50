import type { ModelApi } from '../model-api/model-api.ts'
import { loadSdk } from '../openai-compatible/client.ts'
import { listOpenaiModels } from '../openai-compatible/list-models.ts'
import { askResponses } from './ask-responses.ts'

/**
 * OpenAI's Responses API, which its newest models require for tools. Shares the key, the address and the error handling of
 * the older API.
 */
export const responsesApi: ModelApi = {
  name: 'the Responses API',
  load: loadSdk,
  ask: askResponses,
  listModels: listOpenaiModels,
}
