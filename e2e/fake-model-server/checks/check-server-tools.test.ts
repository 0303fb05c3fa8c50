import { expect, test } from 'vitest'
import { checkRequest } from './check-request.ts'
import type { Json } from '../json.ts'
import { foundBlock, useBlock } from '../web-parts.ts'

const USE = useBlock('srvtoolu_1', 'web_search', { query: 'q' })
const FOUND = foundBlock('srvtoolu_1', [{ url: 'https://a.example/', title: 'A' }])
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} }
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
const SAYS = { type: 'text', text: 'x' }
const BASH = { name: 'bash', description: 'b', input_schema: { type: 'object' } }
const SEARCH = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 }

const ask = (...content: Json[]): Json => ({
  role: 'user',
  content: content.length > 0 ? content : [SAYS],
})
const says = (...content: Json[]): Json => ({ role: 'assistant', content })

function check(messages: readonly Json[], tools: readonly Json[] = [SEARCH, BASH]): string | null {
  const body = { model: 'claude-opus-4-8', max_tokens: 10, stream: true, tools, messages }
  return checkRequest(body, { endsWithAssistant: true })
}

test('a search has its result next to it, or is open if the API runs it', () => {
  for (const fine of [
    [ask(), says(USE, FOUND, SAYS), ask()],
    [ask(), says(USE, CALL), ask(RESULT)],
    [ask(), says(USE, CALL), ask(RESULT), says(FOUND, SAYS), ask()],
    [ask(), says(USE)],
  ])
    expect(check(fine)).toBeNull()
  expect(check([ask(), says(USE, FOUND), ask()], [BASH])).toBeNull()
})

test.each<[string, readonly Json[], (readonly Json[])?]>([
  [
    'messages.1: `web_search` tool use with id `srvtoolu_1` was found without',
    [ask(), says(USE, SAYS), ask()],
  ],
  ['was found without', [ask(), says(USE, CALL), ask(RESULT), says(SAYS), ask()]],
  ['was found without', [ask(), says(USE, CALL), ask(RESULT)], [BASH]],
  ['unexpected `tool_use_id` found', [ask(), says(FOUND, USE), ask()]],
  ['unexpected `tool_use_id` found', [ask(), says(FOUND), ask()]],
  ['can not be in `user` messages', [ask(USE)]],
  ['server_tool_use.id', [ask(), says({ ...USE, id: 'toolu_1' }), ask()]],
  ['server_tool_use.input', [ask(), says({ ...USE, input: 'q' }), ask()]],
  ['Extra inputs', [ask(), says({ ...SAYS, citations: [{ type: 'char_location' }] }), ask()]],
  [
    'does not match any of the expected tags',
    [ask()],
    [{ ...SEARCH, type: 'web_search_20991231' }],
  ],
  ["name: Input should be 'web_search'", [ask()], [{ ...SEARCH, name: 'search' }]],
  ['Extra inputs', [ask()], [{ ...SEARCH, max_results: 5 }]],
  ['greater than 0', [ask()], [{ ...SEARCH, max_uses: 0 }]],
  ['Tool names must be unique', [ask()], [SEARCH, { ...BASH, name: 'web_search' }]],
])('refuses with %s', (words, messages, tools) => {
  expect(check(messages, tools)).toContain(words)
})
