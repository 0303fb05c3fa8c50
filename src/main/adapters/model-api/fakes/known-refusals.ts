import { anthropic, gemini, type KnownRefusal, openai, similar } from './known-refusal.ts'

const IMAGE = 'messages.0.content.0.image.source.base64'

export const KNOWN_REFUSALS: Readonly<Record<string, KnownRefusal>> = {
  'a call without a result': anthropic(
    'calls',
    'messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  ),
  'a result without a call': anthropic(
    'calls',
    'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  ),
  'ids that repeat': anthropic('calls', 'messages.1.content.1: `tool_use` ids must be unique'),
  'calls where no tools are': anthropic(
    'calls',
    'Requests which include `tool_use` or `tool_result` blocks must define tools',
  ),
  'the name of a tool': anthropic(
    'calls',
    "messages.1.content.1.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
  ),
  'thinking that was changed': anthropic(
    'thinking',
    'messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
  ),
  'a signature': anthropic(
    'thinking',
    'messages.1.content.0: Invalid `signature` in `thinking` block',
  ),
  'thinking that is missed': anthropic(
    'history',
    'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.',
  ),
  'an image of too many bytes': anthropic(
    'images',
    `${IMAGE}: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes`,
  ),
  'an image of too many pixels': anthropic(
    'images',
    `${IMAGE}.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`,
  ),
  'an image among many': anthropic(
    'images',
    'messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
  ),
  'an image that cannot be read': anthropic('images', 'Could not process image'),
  'the type of an image': anthropic(
    'images',
    'messages.0.content.0.image.source.base64.media_type: The image was specified using the image/png media type, but the image appears to be a image/jpeg image',
  ),
  'blank text': anthropic('history', 'messages: text content blocks must be non-empty'),
  'an empty message': anthropic(
    'history',
    'messages.3: all messages must have non-empty content except for the optional final assistant message',
  ),
  prefill: anthropic(
    'history',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  ),
  'roles that do not alternate': anthropic(
    'history',
    'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
  ),
  'a field that it does not know': anthropic(
    'history',
    'messages.3.content.0.text.parsed_output: Extra inputs are not permitted',
  ),
  'a prompt that is too long': anthropic(
    'length',
    'prompt is too long: 210000 tokens > 200000 maximum',
  ),
  'no room for the answer': anthropic(
    'length',
    'input length and `max_tokens` exceed context limit: 199000 + 8000 > 200000, decrease input length or `max_tokens` and try again',
  ),
  'a request of too many bytes': anthropic('size', 'Request exceeds the maximum size', {
    status: 413,
    type: 'request_too_large',
  }),
  'a proxy that takes fewer bytes': similar('size', 'Request Entity Too Large', 413),
  'OpenAI: a request of too many bytes': openai(
    'size',
    'Maximum content size limit (26214400) exceeded (26428490 bytes read)',
    { status: 413 },
  ),
  'GitHub Models: too long, with the status for bytes': openai(
    'length',
    'Request body too large for gpt-4o model. Max size: 8000 tokens.',
    { status: 413, code: 'tokens_limit_reached' },
  ),
  'an effort that it cannot be told': anthropic(
    'effort',
    'This model does not support the effort parameter.',
  ),
  'a way to think that it has not': anthropic(
    'effort',
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  ),
  'more tokens than it can give': anthropic(
    'model',
    'max_tokens: 8000 > 4096, which is the maximum allowed number of output tokens for claude-test',
  ),
  'the schema of a tool': anthropic(
    'model',
    'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
  ),
  'markers for the cache': anthropic(
    'model',
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  ),
  'an empty account': anthropic(
    'account',
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  ),
  'OpenAI: too long': openai(
    'length',
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    { code: 'context_length_exceeded', param: 'messages' },
  ),
  'OpenAI: more than an account may send in a minute': openai(
    'length',
    'Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 45000. The input or output tokens must be reduced in order to run successfully.',
    { status: 429, code: 'rate_limit_exceeded' },
  ),
  'llama.cpp: too long': similar('length', {
    error: {
      code: 400,
      message: 'the request exceeds the available context size (4096 tokens), try increasing it',
      type: 'exceed_context_size_error',
    },
  }),
  'llama.cpp: full while it answers': similar(
    'length',
    { error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
    500,
  ),
  'LM Studio: too long': similar('length', {
    error:
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
  }),
  'LM Studio: too long to be cut': similar('length', {
    error: {
      message:
        'Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input',
    },
  }),
  'LM Studio: too long for its cache': similar('length', {
    error: 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)',
  }),
  'SGLang: too long': similar('length', {
    object: 'error',
    message: "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
    type: 'BadRequestError',
    param: null,
    code: 400,
  }),
  'vLLM: too long': similar('length', {
    object: 'error',
    message:
      'The decoder prompt (length 10127) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
    type: 'BadRequestError',
    param: null,
    code: 400,
  }),
  'xAI: too long': similar('length', {
    code: 'Client specified an invalid argument',
    error: "This model's maximum prompt length is 131072 but the request contains 136973 tokens.",
  }),
  'oMLX: too long': openai(
    'length',
    'Prompt too long: 41911 tokens exceeds max context window of 32768 tokens',
  ),
  'Kimi: too long': openai(
    'length',
    'Invalid request: Your request exceeded model token limit: 262144 (requested: 270001)',
  ),
  'Cerebras: too long': similar('length', {
    message:
      'Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000',
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  }),
  'Gemini: too long': gemini(
    'length',
    'The input token count (2845475) exceeds the maximum number of tokens allowed (1048576).',
  ),
  'Gemini: a wrong key': gemini('key', 'API key not valid. Please pass a valid API key.'),
  'OpenAI: an image that cannot be read': openai(
    'images',
    'You uploaded an unsupported image. Please make sure your image has of one the following formats.',
    { code: 'invalid_image_format', param: 'messages' },
  ),
  'OpenAI: a model without images': openai(
    'images',
    'Invalid content type. image_url is only supported by certain models.',
    { code: 'invalid_value', param: 'messages.[0].content.[0].type' },
  ),
  'a router without a model that takes images': openai(
    'images',
    'No endpoints found that support image input',
    { status: 404 },
  ),
  'OpenAI: calls without results': openai(
    'calls',
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
    { param: 'messages.[2].role' },
  ),
  'OpenAI: results without calls': openai(
    'calls',
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    { param: 'messages.[2].role' },
  ),
  'Mistral: a field that it does not know': similar(
    'reasoning',
    {
      detail: [
        {
          type: 'extra_forbidden',
          loc: ['body', 'messages', 2, 'assistant', 'reasoning_content'],
          msg: 'Extra inputs are not permitted',
          input: 'Hm.',
        },
      ],
    },
    422,
  ),
  'Groq: a field that it does not know': openai(
    'reasoning',
    "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
  ),
  'Cerebras: a field that it does not know': similar('reasoning', {
    message:
      "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
    type: 'invalid_request_error',
    param: 'validation_error',
    code: 'wrong_api_format',
  }),
  'Mistral: the id of a call': similar('callIds', {
    object: 'error',
    message: 'Tool call id was call_fake_1 but must be a-z, A-Z, 0-9, with a length of 9.',
    type: 'invalid_function_call',
    param: null,
    code: '3280',
    raw_status_code: 400,
  }),
  'OpenAI: the id of a call': openai(
    'callIds',
    "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 52 instead.",
    { code: 'string_above_max_length', param: 'messages[1].tool_calls[0].id' },
  ),
  'OpenAI: a level of effort': openai(
    'effort',
    "Unsupported value: 'high' is not supported with the 'gpt-5.2-chat-latest' model. Supported values are: 'medium'.",
    { code: 'unsupported_value', param: 'reasoning_effort' },
  ),
  'Ollama: a model that does not think': openai(
    'effort',
    '"registry.ollama.ai/library/gemma3n:e4b-it-q8_0" does not support thinking',
  ),
  'LiteLLM: an effort that its endpoint does not take': openai(
    'effort',
    "litellm.UnsupportedParamsError: together_ai does not support parameters: ['reasoning_effort'], for model=Qwen/Qwen3.5-9B.",
  ),
  'a router without a model that takes tools': similar(
    'model',
    {
      error: {
        message:
          'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
        code: 404,
      },
    },
    404,
  ),
  'a router that was told to moderate': similar(
    'model',
    {
      error: {
        code: 403,
        message: 'openai/gpt-5 requires moderation. Your input was flagged for "violence"',
      },
    },
    403,
  ),
  'OpenAI: the other name of the limit': openai(
    'limitName',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { code: 'unsupported_parameter', param: 'max_tokens' },
  ),
  'a local model without tools': openai(
    'model',
    'registry.ollama.ai/library/gemma does not support tools',
  ),
}
