import { expect, test } from 'vitest'
import { objectionIn } from './refusal-words.ts'

test.each([
  ['Invalid image.', 'messages', { type: 'image', at: null }],
  ['image_url is only supported by certain models.', null, { type: 'images' }],
  ['image input is not supported by this server', null, { type: 'images' }],
  ['this model is missing data required for image input', null, { type: 'images' }],
  ['tool_call_ids did not have response messages: call_1', null, { type: 'calls' }],
  ["messages with role 'tool' must follow calls", 'messages.[1].role', { type: 'calls' }],
  ['Invalid value.', 'messages.[3].content', { type: 'unclear' }],
  ['roles must alternate', null, { type: 'unclear' }],
  ["Unsupported value: 'none'.", 'reasoning_effort', { type: 'effort' }],
  ['Unrecognized request argument supplied: reasoning_effort', null, { type: 'effort' }],
  ['Model x does not support parameter reasoningEffort.', null, { type: 'effort' }],
  ['think value "medium" is not supported for this model', null, { type: 'effort' }],
  ['"gemma" does not support thinking', null, { type: 'effort' }],
  ["invalid reasoning value: 'minimal'", null, { type: 'effort' }],
])('what of the request was refused: %s', (words, param, objection) => {
  expect(objectionIn(words, param)).toEqual(objection)
})

test.each([
  ['Invalid schema for function bash: messages is no type', 'tools[0].function.parameters'],
  ['gemma does not support tools', null],
  ["Unsupported parameter: 'temperature' for these messages", null],
  ['Something went wrong.', null],
])(
  'what is not about what can be changed, or is unknown, is about nothing that could be mended: %s',
  (words, param) => {
    expect(objectionIn(words, param)).toBeNull()
  },
)
