import { expect, test } from 'vitest'
import type { ModelRequest, RequestBlock, RequestMessage } from './model-request.ts'
import { validateRequest } from './validate-request.ts'

const text = (words: string): RequestBlock => ({ type: 'text', text: words })
const call = (id: string): RequestBlock => {
  return { type: 'toolCall', id, name: 'bash', input: { type: 'object', value: {} } }
}
const result = (id: string, words = 'out'): RequestBlock => {
  return { type: 'toolResult', id, isError: false, content: [{ type: 'text', text: words }] }
}
const user = (...blocks: readonly RequestBlock[]): RequestMessage => ({ role: 'user', blocks })
const agent = (...blocks: readonly RequestBlock[]): RequestMessage => ({ role: 'agent', blocks })

function complaints(...messages: readonly RequestMessage[]): string {
  const request: ModelRequest = { system: '', tools: [], messages }
  return validateRequest(request, { endsWithAgent: false }).join('; ')
}

test('a whole exchange with calls is valid', () => {
  expect(
    complaints(
      user(text('Go')),
      agent(text('So'), call('a'), call('b')),
      user(result('a'), result('b'), text('ok')),
    ),
  ).toBe('')
})

test.each<[string, RequestMessage[]]>([
  ['the first message is not the user', [agent(text('Hi')), user(text('x'))]],
  ['the last message is the agent', [user(text('Hi')), agent(text('x'))]],
  ['two of one role in a row', [user(text('a')), user(text('b'))]],
  ['empty', [user()]],
  ['blank text', [user(text(' \n'))]],
  ['call a has no result', [user(text('x')), agent(call('a')), user(text('y'))]],
  ['result a has no call', [user(result('a'))]],
  ['a call is answered twice', [user(text('x')), agent(call('a')), user(result('a'), result('a'))]],
  [
    'something stands before a result',
    [user(text('x')), agent(call('a')), user(text('y'), result('a'))],
  ],
  ['call id a repeats', [user(text('x')), agent(call('a'), call('a')), user(result('a'))]],
  ['a call without an id', [user(text('x')), agent(call('')), user(result(''))]],
  ['blank text', [user(text('x')), agent(call('a')), user(result('a', ' '))]],
  ['a call outside an agent message', [user(call('a'))]],
  ['thinking outside an agent message', [user({ type: 'thinking', text: 'x', signature: 's' })]],
  [
    'thinking without a signature',
    [user(text('x')), agent({ type: 'thinking', text: 'x', signature: '' }), user(text('y'))],
  ],
])('complains: %s', (words, messages) => {
  expect(complaints(...messages)).toContain(words)
})

test('only a paused conversation may end with a reply of the agent', () => {
  const request: ModelRequest = {
    system: '',
    tools: [],
    messages: [user(text('Hi')), agent(text('x'))],
  }
  expect(validateRequest(request, { endsWithAgent: true })).toEqual([])
})
