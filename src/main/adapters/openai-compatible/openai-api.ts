import type { ModelApi } from '../model-api/model-api.ts'
import { loadSdk } from './client.ts'
import { askOpenai } from './ask-openai.ts'
import { listOpenaiModels } from './list-models.ts'

/** Chat completions, as spoken by OpenAI, most hosted services and local servers (Ollama, LM Studio, llama.cpp). */
export const openaiApi: ModelApi = {
  name: 'an OpenAI-compatible API',
  load: loadSdk,
  ask: askOpenai,
  listModels: listOpenaiModels,
}
