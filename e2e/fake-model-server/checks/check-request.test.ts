import { expect, test } from 'vitest'
import { checkRequest } from './check-request.ts'

const TOOL = { name: 'bash', description: 'Runs.', input_schema: { type: 'object' } }
const ask = { role: 'user', content: 'Hello' }
const says = (content: unknown) => ({ role: 'assistant', content })
const user = (content: unknown) => ({ role: 'user', content })
const call = (id: string) => ({ type: 'tool_use', id, name: 'bash', input: {} })
const result = (id: string, content: unknown = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
const PICTURE = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  },
}
const text = (value: string) => ({ type: 'text', text: value })

function check(change: object, allows = { endsWithAssistant: false }): string | null {
  const body = {
    model: 'm',
    max_tokens: 9,
    stream: true,
    tools: [TOOL],
    messages: [ask],
    ...change,
  }
  return checkRequest(body, allows)
}

test.each([
  ['a plain request', {}],
  ['blocks', { messages: [user([text('a'), text('b')])] }],
  ['a system prompt', { system: [text('Be brief.')] }],
  ['a round', { messages: [ask, says([text('x'), call('a')]), user([result('a')])] }],
  [
    'a blank text beside nothing wrong',
    { messages: [ask, says([call('a')]), user([result('a', [])])] },
  ],
  ['an image in a result', { messages: [ask, says([call('a')]), user([result('a', [PICTURE])])] }],
  [
    'parallel calls, then words',
    { messages: [ask, says([call('a'), call('b')]), user([result('b'), result('a'), text('go')])] },
  ],
  [
    'thinking',
    { messages: [ask, says([{ type: 'thinking', thinking: '', signature: 's' }, text('x')]), ask] },
  ],
])('takes %s', (_, change) => {
  expect(check(change)).toBeNull()
})

test.each([
  ['no model', { model: '' }, 'model'],
  ['no max_tokens', { max_tokens: undefined }, 'max_tokens'],
  ['max_tokens of 0', { max_tokens: 0 }, 'max_tokens'],
  ['a field it does not know', { max_output: 3 }, 'Extra inputs'],
  [
    'an image in a failed result',
    {
      messages: [ask, says([call('a')]), user([{ ...result('a', [PICTURE]), is_error: true }])],
    },
    'all content must be type "text"',
  ],
  [
    'more images than a request takes, in results',
    {
      messages: [
        ask,
        says([call('a')]),
        user([
          result(
            'a',
            Array.from({ length: 101 }, () => PICTURE),
          ),
        ]),
      ],
    },
    '101 images',
  ],
  ['no messages', { messages: [] }, 'at least one message'],
  ['an agent who begins', { messages: [says('x'), ask] }, 'first message'],
  ['a role of its own', { messages: [{ role: 'system', content: 'x' }] }, 'role'],
  ['two of one role', { messages: [ask, ask] }, 'alternate'],
  ['an agent at the end', { messages: [ask, says('x')] }, 'prefill'],
  ['calls at the end', { messages: [ask, says([call('a')])] }, 'no results'],
  ['empty content', { messages: [user('')] }, 'non-empty'],
  ['no blocks', { messages: [user([])] }, 'non-empty'],
  ['blank text', { messages: [user([text(' \n')])] }, 'non-whitespace'],
  ['empty text', { messages: [user([text('')])] }, 'non-empty'],
  ['half a character', { messages: [user([text('a\ud83d')])] }, 'UTF-8'],
  ['a blank system prompt', { system: [text(' ')] }, 'non-whitespace'],
  ['a tool with a bad name', { tools: [{ ...TOOL, name: 'run it' }] }, 'pattern'],
  ['a tool twice', { tools: [TOOL, TOOL] }, 'unique'],
  ['a tool without a schema', { tools: [{ name: 'bash' }] }, 'input_schema'],
  ['a schema that is no object', { tools: [{ ...TOOL, input_schema: {} }] }, "'object'"],
  [
    'a call without its result',
    { messages: [ask, says([call('a')]), ask] },
    'without `tool_result`',
  ],
  [
    'a result in a later message',
    { messages: [ask, says([call('a')]), ask, says('x'), user([result('a')])] },
    'without `tool_result`',
  ],
  ['a result without its call', { messages: [user([result('a')])] }, 'unexpected `tool_use_id`'],
  [
    'two results of one call',
    { messages: [ask, says([call('a')]), user([result('a'), result('a')])] },
    'single result',
  ],
  [
    'words before a result',
    { messages: [ask, says([call('a')]), user([text('x'), result('a')])] },
    'come first',
  ],
  [
    'ids that repeat in a reply',
    { messages: [ask, says([call('a'), call('a')]), user([result('a')])] },
    'unique',
  ],
  [
    'ids that repeat in the conversation',
    {
      messages: [
        ask,
        says([call('a')]),
        user([result('a')]),
        says([call('a')]),
        user([result('a')]),
      ],
    },
    'unique',
  ],
  [
    'a call with a bad id',
    { messages: [ask, says([call('a b')]), user([result('a b')])] },
    'pattern',
  ],
  [
    'a call with a bad name',
    { messages: [ask, says([{ ...call('a'), name: '' }]), user([result('a')])] },
    'pattern',
  ],
  [
    'input that is no object',
    { messages: [ask, says([{ ...call('a'), input: 'ls' }]), user([result('a')])] },
    'dictionary',
  ],
  ['a call by the user', { messages: [user([call('a')])] }, 'can not be in'],
  ['a result by the agent', { messages: [ask, says([result('a')]), ask] }, 'can not be in'],
  [
    'blank text in a result',
    { messages: [ask, says([call('a')]), user([result('a', [text(' ')])])] },
    'non-whitespace',
  ],
  [
    'thinking without a signature',
    { messages: [ask, says([{ type: 'thinking', thinking: 'x', signature: '' }]), ask] },
    'signature',
  ],
  [
    'calls without the tools parameter',
    { tools: undefined, messages: [ask, says([call('a')]), user([result('a')])] },
    'must define tools',
  ],
  ['no stream', { stream: false }, 'stream'],
  [
    'five cache markers',
    {
      messages: [
        user(
          Array.from({ length: 5 }, () => ({ ...text('x'), cache_control: { type: 'ephemeral' } })),
        ),
      ],
    },
    'cache_control',
  ],
])('refuses %s', (_, change, complaint) => {
  expect(check(change)).toContain(complaint)
})

test('accepts an agent message at the end after pause_turn', () => {
  expect(check({ messages: [ask, says('x')] }, { endsWithAssistant: true })).toBeNull()
})
