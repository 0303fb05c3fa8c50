import { assertNever } from '../../../../shared/assert-never.ts'
import type { EndpointKind } from '../../../../shared/models/endpoint.ts'

/** The note below the address field of an endpoint, and its placeholder. */
interface AddressWords {
  readonly note: string
  readonly placeholder: string
}

const OF_REGION = 'Derived from the region. Change it to use a gateway or a private endpoint.'

const ADDRESS_WORDS: { readonly [Kind in EndpointKind]: AddressWords } = {
  openai: {
    note: 'Ollama: http://localhost:11434/v1, LM Studio: http://localhost:1234/v1, llama.cpp: http://localhost:8080/v1',
    placeholder: 'http://localhost:11434/v1',
  },
  responses: {
    note: 'OpenAI’s address. Change it to use another server that speaks the Responses API.',
    placeholder: 'https://api.openai.com/v1',
  },
  anthropic: {
    note: 'A gateway or another server that speaks the Messages API.',
    placeholder: 'https://gateway.example.com',
  },
  gemini: {
    note: 'Google’s address. Change it to use a gateway.',
    placeholder: 'https://generativelanguage.googleapis.com',
  },
  bedrock: { note: OF_REGION, placeholder: 'https://bedrock-runtime.us-east-1.amazonaws.com' },
  vertex: { note: OF_REGION, placeholder: 'https://aiplatform.googleapis.com' },
}

export function wordsOfAddress(kind: EndpointKind): AddressWords {
  return ADDRESS_WORDS[kind]
}

/** The label of the key field. */
export function labelOfKey(kind: EndpointKind): string {
  if (kind === 'bedrock') return 'Bedrock API key'
  return kind === 'vertex' ? 'Service account or access token' : 'Key'
}

/** A note about the key, shown before anything is saved; '' if there is none. */
export function noteOfKey(kind: EndpointKind): string {
  switch (kind) {
    case 'openai':
    case 'anthropic':
      return 'A server on this machine needs none.'
    case 'bedrock':
      return 'Or AWS keys, below.'
    case 'vertex':
      return 'The whole JSON of a key file, which works until it is revoked, or a token, which works for an hour.'
    case 'responses':
    case 'gemini':
      return ''
    default:
      return assertNever(kind)
  }
}
