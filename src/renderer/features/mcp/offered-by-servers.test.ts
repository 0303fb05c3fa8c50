import { expect, test } from 'vitest'
import type { McpPrompt } from '../../../shared/protocol/mcp-commands.ts'
import { argumentsIn } from './offered-by-servers.ts'

const PROMPT: McpPrompt = {
  server: 's',
  name: 'p',
  description: '',
  arguments: [
    { name: 'city', isRequired: true },
    { name: 'note', isRequired: false },
  ],
}

test.each([
  ['', null],
  ['Oslo', { city: 'Oslo' }],
  ['Oslo in the rain', { city: 'Oslo', note: 'in the rain' }],
])('"%s" after the name of a prompt is %j', (typed, given) => {
  expect(argumentsIn(PROMPT, typed)).toEqual(given)
})

test('a prompt without arguments takes nothing', () => {
  expect(argumentsIn({ ...PROMPT, arguments: [] }, 'more')).toEqual({})
})
