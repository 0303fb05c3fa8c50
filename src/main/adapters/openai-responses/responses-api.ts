import type { ModelApi } from '../model-api/model-api.ts'
import { listOpenaiModels } from '../openai-compatible/list-models.ts'
import { askResponses } from './ask-responses.ts'

/** OpenAI's Responses API: what its newest models want for tools, with the key, the address and the errors of the older one. */
export const responsesApi: ModelApi = {
  name: 'the Responses API',
  ask: askResponses,
  listModels: listOpenaiModels,
}
