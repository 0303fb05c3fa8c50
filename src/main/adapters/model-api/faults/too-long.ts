import type { Fault } from './fault.ts'

/** The wordings with which servers say that a request exceeds the model's context; most have no code for it. */
const SAYINGS: readonly RegExp[] = [
  /\bprompt (?:is )?too long\b/i, // Anthropic, oMLX, Ollama
  /\bmaximum (?:context|prompt|model|(?:allowed )?input) length\b/i, // OpenAI, OpenRouter, Mistral, vLLM, xAI, Poolside
  /\bexceeds? (?:the |max |this model's )?(?:available )?context (?:limit|size|length|window)\b/i, // Anthropic, OpenAI, llama.cpp
  /\bcontext (?:length|size|window) (?:has been )?exceeded\b/i, // llama.cpp
  /\bcontext window exceeds limit\b/i, // MiniMax
  /\b(?:greater|longer) than the (?:model's )?context length\b/i, // LM Studio, SGLang, Together
  /\bcontext length of only \d+ tokens\b/i, // LM Studio
  /\bn_keep \(\d+\) >= n_ctx\b/, // LM Studio
  /\bexceeds the maximum number of tokens allowed\b/i, // Gemini
  /\bexceeded model token limit\b/i, // Kimi
  /\brequest too large for\b/i, // OpenAI, Groq: more than an account may send in a minute, so waiting never helps
  /\breduce the length of (?:the|your) (?:messages?|prompt|input)\b/i, // Groq, Cerebras
  /\btotal length of all messages is too long\b|\binput tokens exceeds?\b/i, // Perplexity
  /\btoken count of \d+ exceeds the limit of \d+/i, // GitHub Copilot
  /\binput is too long for requested model\b/i, // Bedrock
  /\bprompt exceeds max length\b/i, // z.ai
  /\brange of input length should be\b/i, // Alibaba
  /\btoo many tokens: (?:size|total)\b/i, // Cohere
  /\bprompt_tokens \(\d+\) must be less than max_seq_len\b/i, // SiliconFlow
  /`inputs`(?: tokens \+ `max_new_tokens` must be <=| must have less than) \d+/i, // TGI, Together
  /\bconfigured context size is [\d,]+ tokens\b/i, // DS4
]

/** Classifies a 413: it concerns the bytes of a request, unless its text mentions the model's context. */
export function tooLargeFault(words: string | null): Fault {
  const isOfTokens =
    words !== null && (saysTooLong(words) || /\btokens?\b|\bcontext\b/i.test(words))
  return isOfTokens ? tooLongFault(words) : { type: 'tooLarge', because: words }
}

export function saysTooLong(message: string): boolean {
  return SAYINGS.some((saying) => saying.test(message))
}

/** `words`: the server's text; null if it has none. */
export function tooLongFault(words: string | null): Fault {
  return { type: 'tooLong', contextTokens: words === null ? null : limitIn(words) }
}

const COUNT = String.raw`(\d[\d,]*)`

/** The part of such a sentence that gives the size of the model's context. */
const LIMITS: readonly RegExp[] = [
  `maximum (?:context|prompt|model|allowed input) length (?:is|of) ${COUNT}`, // OpenAI, OpenRouter, Mistral, vLLM, xAI, Poolside
  `context length of only ${COUNT}`, // LM Studio
  `context (?:size|length|window|limit) (?:of |is )?\\(?${COUNT} tokens`, // llama.cpp, SGLang, oMLX, DS4
  `n_ctx[: (]+${COUNT}`, // LM Studio
  `> ${COUNT}(?: maximum|,|$)`, // Anthropic
  `maximum number of tokens allowed \\(${COUNT}\\)`, // Gemini
  `token limit: ${COUNT}`, // Kimi
  `exceeds the limit of ${COUNT}`, // Copilot
  `input tokens exceeds? ${COUNT}`, // Perplexity
  `max_seq_len \\(${COUNT}\\)`, // SiliconFlow
  `must (?:be <=|have less than) ${COUNT}`, // TGI
  `while limit is ${COUNT}`, // Cerebras
  `max size: ${COUNT} tokens`, // GitHub Models
  `input length should be \\[\\d+, ${COUNT}\\]`, // Alibaba
].map((pattern) => new RegExp(pattern, 'i'))

/** A limit on what an account may send per minute says nothing about the model. */
const PER_MINUTE = /\bper min|\bTPM\b/i
const LEAST = 1_000
const MOST = 100_000_000

function limitIn(words: string): number | null {
  if (PER_MINUTE.test(words)) return null
  for (const limit of LIMITS) {
    const count = Number(limit.exec(words)?.[1]?.replaceAll(',', ''))
    if (count >= LEAST && count <= MOST) return count
  }
  return null
}
