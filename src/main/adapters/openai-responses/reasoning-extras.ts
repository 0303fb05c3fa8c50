import type { ResponseCreateParamsStreaming as Params } from 'openai/resources/responses/responses'
import type { Dispensable } from '../model-api/without-refused.ts'
import { wordsOfRefusal } from '../openai-compatible/error-details.ts'

/** "Your organization must be verified to generate reasoning summaries": otherwise no summary of the thinking is shown. */
export const THINKING_SUMMARY: Dispensable<Params> = {
  name: 'summary',
  isRefusedBy: (error) => /\breasoning[._ ]summar/i.test(wordsOfRefusal(error)),
  without({ reasoning, ...params }) {
    if (reasoning?.summary === undefined) return null
    const { summary: _summary, ...how } = reasoning
    return Object.keys(how).length === 0 ? params : { ...params, reasoning: how }
  },
}

/** "Encrypted content is not supported with this model": only thinking models return it. */
export const ENCRYPTED_THINKING: Dispensable<Params> = {
  name: 'encrypted',
  isRefusedBy(error) {
    const words = wordsOfRefusal(error)
    return (
      /\bencrypted[_ ]content\b/i.test(words) && /\bnot supported\b|\bunsupported\b/i.test(words)
    )
  },
  without({ include, ...params }) {
    const left = include?.filter((each) => each !== 'reasoning.encrypted_content')
    if (left === undefined || left.length === include?.length) return null
    return left.length === 0 ? params : { ...params, include: left }
  },
}
