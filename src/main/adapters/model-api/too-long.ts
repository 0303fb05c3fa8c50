import type { Fault } from './fault.ts'

/** How servers say that a request is longer than their model can read: most have no code for it. */
const SAYINGS: readonly RegExp[] = [
  /\bprompt (?:is )?too long\b/i, // Anthropic, oMLX
  /\bmaximum (?:context|prompt|model) length\b/i, // OpenAI, OpenRouter, Mistral, vLLM, xAI
  /\bexceeds? (?:the |max )?(?:available )?context (?:limit|size|length|window)\b/i, // Anthropic, OpenAI, llama.cpp
  /\bcontext (?:length|size|window) (?:has been )?exceeded\b/i, // llama.cpp
  /\b(?:greater|longer) than the (?:model's )?context length\b/i, // LM Studio, SGLang
  /\bcontext length of only \d+ tokens\b/i, // LM Studio
  /\bn_keep \(\d+\) >= n_ctx\b/, // LM Studio
  /\bexceeds the maximum number of tokens allowed\b/i, // Gemini
  /\bexceeded model token limit\b/i, // Kimi
  /\brequest too large for\b/i, // OpenAI, Groq: more than an account may send in a minute, however long it waits
]

/** What a 413 says: it is about the bytes of a request, unless its words speak of what a model reads. */
export function tooLargeFault(words: string | null): Fault {
  const isOfTokens =
    words !== null && (saysTooLong(words) || /\btokens?\b|\bcontext\b/i.test(words))
  return isOfTokens ? { type: 'tooLong' } : { type: 'tooLarge', because: words }
}

export function saysTooLong(message: string): boolean {
  return SAYINGS.some((saying) => saying.test(message))
}
