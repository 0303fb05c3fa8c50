import { type KnownRefusal, openai, similar } from './known-refusal.ts'

/** Hosts' refusals of a request that is too long, each in its own words. */
export const TOO_LONG_REFUSALS: Readonly<Record<string, KnownRefusal>> = {
  'Perplexity: too long': similar('length', {
    error: {
      message: 'The total length of all messages is too long.',
      type: 'too_many_prompt_tokens',
      code: 400,
    },
  }),
  'Perplexity: too long, in other words': similar('length', {
    error: { message: 'User input tokens exceeds 127072 tokens', type: 'bad_request', code: 400 },
  }),
  'Groq: too long': openai('length', 'Please reduce the length of the messages or completion.', {
    param: 'messages',
  }),
  'GitHub Copilot: too long': similar('length', {
    error: {
      message: 'prompt token count of 128523 exceeds the limit of 128000',
      code: 'model_max_prompt_tokens_exceeded',
    },
  }),
  'MiniMax: too long': similar('length', {
    type: 'error',
    error: {
      type: 'bad_request_error',
      message: 'invalid params, context window exceeds limit (2013)',
      http_code: '400',
    },
  }),
  'Bedrock: too long': openai('length', 'Input is too long for requested model.'),
  'Together: too long': similar('length', {
    error: {
      message:
        "The input (140000 tokens) is longer than the model's context length (131072 tokens).",
      type: 'invalid_request_error',
      param: 'inputs',
    },
  }),
  'z.ai: too long': similar('length', {
    error: { code: '1261', message: 'Prompt exceeds max length' },
  }),
  'Alibaba: too long': similar('length', {
    error: {
      code: 'invalid_parameter_error',
      param: null,
      message:
        '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]',
      type: 'invalid_request_error',
    },
  }),
  'SiliconFlow: too long': similar('length', {
    code: 20015,
    message: 'length of prompt_tokens (140000) must be less than max_seq_len (131072).',
    data: null,
  }),
  'TGI: too long': similar(
    'length',
    {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 9000 `inputs` tokens and 1024 `max_new_tokens`',
      error_type: 'validation',
    },
    422,
  ),
  'TGI: too long by itself': similar(
    'length',
    {
      error: 'Input validation error: `inputs` must have less than 8191 tokens. Given: 9000',
      error_type: 'validation',
    },
    422,
  ),
  'Cohere: too long': similar('length', {
    message:
      'too many tokens: size limit exceeded by 11326 tokens. Try using shorter or fewer inputs.',
  }),
  'Poolside through OpenRouter: too long': similar('length', {
    error: {
      message: 'Provider returned error',
      code: 400,
      metadata: {
        raw: '{"error":{"message":"Input length 131393 exceeds the maximum allowed input length of 131040 tokens."}}',
        provider_name: 'Poolside',
      },
    },
  }),
  'Ollama: too long': similar('length', {
    error: { message: 'prompt too long; exceeded max context length by 23 tokens' },
  }),
  'DS4: too long': similar('length', {
    error: {
      message: 'Prompt has 32,769 tokens, but the configured context size is 32,768 tokens',
    },
  }),
}
