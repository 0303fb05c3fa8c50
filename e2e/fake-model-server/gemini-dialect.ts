import { checkGemini } from './checks/check-gemini.ts'
import type { Dialect, Judgement } from './dialect.ts'
import { geminiRefusal, NO_GEMINI_KEY } from './gemini-replies.ts'
import type { Json } from './json.ts'
import { ofJson } from './replies.ts'

const MODELS = '/v1beta/models'
const STREAM = /^\/v1beta\/models\/([^/]+):streamGenerateContent$/

/** Google's own API for Gemini. */
export const GEMINI_DIALECT: Dialect = {
  owns: (path) => path === MODELS || path.startsWith(`${MODELS}/`),
  judge: ({ body, headers, method, url }, { key, models }) => {
    if (url.searchParams.has('key')) return wrong('the key stands in the address')
    if (headers.authorization !== undefined) return wrong('a key beside the key')
    if (headers['x-goog-api-key'] !== key) return { type: 'answered', reply: NO_GEMINI_KEY }
    if (method === 'GET' && url.pathname === MODELS) {
      return { type: 'answered', reply: ofJson({ models: models.map(listed) }) }
    }
    const model = STREAM.exec(url.pathname)?.[1]
    if (method !== 'POST' || model === undefined || url.searchParams.get('alt') !== 'sse') {
      const reply = geminiRefusal(404, 'NOT_FOUND', `${url.pathname} is not found`)
      return { type: 'answered', reply }
    }
    const complaint = checkGemini(body, decodeURIComponent(model))
    return complaint === null ? { type: 'passed' } : wrong(complaint)
  },
}

function wrong(words: string): Judgement {
  return { type: 'wrong', words, reply: geminiRefusal(400, 'INVALID_ARGUMENT', words) }
}

/** Converts `{ id: 'small' }`, the form of the other APIs. */
function listed({ id, ...rest }: Json): Json {
  return { ...(typeof id === 'string' ? { name: `models/${id}` } : {}), ...rest }
}
