import { expect, test } from 'vitest'
import { rejectedPartIn } from './refusal-words.ts'

test.each([
  ['Invalid image.', 'messages', { type: 'image', at: null }],
  ['image_url is only supported by certain models.', null, { type: 'images' }],
  ['image input is not supported by this server', null, { type: 'images' }],
  ['this model is missing data required for image input', null, { type: 'images' }],
  ['tool_call_ids did not have response messages: call_1', null, { type: 'calls' }],
  ["messages with role 'tool' must follow calls", 'messages.[1].role', { type: 'calls' }],
  ['Invalid value.', 'messages.[3].content', { type: 'unclear' }],
  // The Responses API.
  ["Invalid value: 'foo'.", 'input[2].content', { type: 'unclear' }],
  [
    'The image data you provided does not represent a valid image.',
    'input',
    { type: 'image', at: null },
  ],
  ['No tool output found for function call call_1.', 'input', { type: 'calls' }],
  ['No tool call found for function call output with call_id call_1.', 'input', { type: 'calls' }],
  [
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    'input',
    { type: 'thinking' },
  ],
  [
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'.",
    'input',
    { type: 'thinking' },
  ],
  ['The encrypted content for item rs_1 could not be verified.', null, { type: 'thinking' }],
  ['roles must alternate', null, { type: 'unclear' }],
  ["Unsupported value: 'none'.", 'reasoning_effort', { type: 'effort' }],
  ['Unrecognized request argument supplied: reasoning_effort', null, { type: 'effort' }],
  ['Model x does not support parameter reasoningEffort.', null, { type: 'effort' }],
  ['think value "medium" is not supported for this model', null, { type: 'effort' }],
  ['"gemma" does not support thinking', null, { type: 'effort' }],
  ["invalid reasoning value: 'minimal'", null, { type: 'effort' }],
  // DeepSeek, Kimi, Gemini, Vertex: require the field that they sent.
  [
    'Missing `reasoning_content` field in the assistant message at message index 2',
    null,
    { type: 'reasoningMissing', field: 'reasoning_content' },
  ],
  [
    'The reasoning content in the thinking mode must be passed back to the API.',
    null,
    { type: 'reasoningMissing', field: 'reasoning_content' },
  ],
  [
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    null,
    { type: 'reasoningMissing', field: 'reasoning_content' },
  ],
  [
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.',
    null,
    { type: 'reasoningMissing', field: 'thought_signature' },
  ],
  [
    'function call `bash` in the 2. content block is missing a `thought_signature`',
    null,
    { type: 'reasoningMissing', field: 'thought_signature' },
  ],
  ['Thought signature is not valid', null, { type: 'thinking' }],
  // Mistral, Groq, Cerebras, Fireworks: do not know the field.
  [
    'messages.31.assistant.reasoning_content: Extra inputs are not permitted',
    'messages.31.assistant.reasoning_content',
    { type: 'reasoningRefused' },
  ],
  [
    "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
    null,
    { type: 'reasoningRefused' },
  ],
  [
    "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
    'validation_error',
    { type: 'reasoningRefused' },
  ],
  [
    "Extra inputs are not permitted, field: 'messages[2].reasoning_details'",
    null,
    { type: 'reasoningRefused' },
  ],
  ["messages.2: property 'reasoning' is unsupported", null, { type: 'reasoningRefused' }],
  ['Unknown name "extra_content": Cannot find field.', null, { type: 'reasoningRefused' }],
  [
    'Tool call id was functions.bash:0 but must be a-z, A-Z, 0-9, with a length of 9.',
    null,
    { type: 'callIds' },
  ],
  [
    "Invalid 'messages[1].tool_calls[0].id': string too long.",
    'messages[1].tool_calls[0].id',
    { type: 'callIds' },
  ],
  [
    "Invalid parameter: 'tool_call_id' of 'x' not found in 'tool_calls' of previous message.",
    'messages.[3].tool_call_id',
    { type: 'calls' },
  ],
])('the refused part of the request is recognised: %s', (words, param, rejectedPart) => {
  expect(rejectedPartIn(words, param)).toEqual(rejectedPart)
})

test.each([
  ['Invalid schema for function bash: messages is no type', 'tools[0].function.parameters'],
  ['gemma does not support tools', null],
  ["Unsupported parameter: 'temperature' for these messages", null],
  ['Something went wrong.', null],
])(
  'a refusal about something unknown, or something we cannot change, names no part to repair: %s',
  (words, param) => {
    expect(rejectedPartIn(words, param)).toBeNull()
  },
)
