import type { ModelApi } from '../model-api/model-api.ts'
import { askGemini } from './ask-gemini.ts'
import { loadLibrary } from './client.ts'
import { listGeminiModels } from './list-models.ts'

/** Google's own API for Gemini: generateContent. */
export const geminiApi: ModelApi = {
  name: 'the Gemini API',
  load: loadLibrary,
  ask: askGemini,
  listModels: listGeminiModels,
}
