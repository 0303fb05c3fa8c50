import { expect, test } from 'vitest'
import {
  McpServer,
  type McpServerView,
  shownNameOf,
  withoutDefinition,
} from '../../../shared/mcp-server.ts'
import { problemBeside, sentenceOfTrust, serverIn, wordsOfState } from './server-words.ts'

const SERVER: McpServerView = {
  name: 'files',
  origin: 'folder',
  hash: 'h',
  type: 'stdio',
  program: 'npx',
  runs: 'npx files',
  difference: null,
  given: [],
  isSandboxed: false,
  state: 'running',
  isOffHere: false,
  wantsSignIn: false,
  problem: null,
  tools: 3,
  instructions: '',
  words: null,
  leftOut: [],
}

test.each([
  [{}, 'Running, 3 tools'],
  [{ tools: 1 }, 'Running, 1 tool'],
  [{ isOffHere: true }, 'Running, 3 tools, not used in this conversation'],
  [{ state: 'idle', tools: null }, 'Starts when needed'],
  [{ state: 'failed', tools: null }, 'Not running'],
  [{ state: 'notAllowed', isOffHere: true }, 'Not allowed'],
  [{ state: 'changed' }, 'Changed since you allowed it'],
  [{ state: 'off' }, 'Off'],
] as const)('for %j people read: %s', (change, words) => {
  expect(wordsOfState({ ...SERVER, ...change })).toBe(words)
})

test('a problem is not said twice: the failed test of a server may already name it', () => {
  const server = { problem: 'It ended by itself (exit 1).' }
  expect(problemBeside(null, server)).toBe(server.problem)
  expect(problemBeside({ text: `It does not run. ${server.problem}` }, server)).toBeNull()
  expect(problemBeside({ text: 'It was still starting.' }, server)).toBe(server.problem)
  expect(problemBeside({ text: 'It was still starting.' }, { problem: null })).toBeNull()
})

test.each([
  [{}, /outside the sandbox and can do everything your account can\.$/],
  [{ isSandboxed: true, given: ['TOKEN'] }, /in the sandbox .* It gets TOKEN\.$/],
  [{ type: 'http' }, /sent to this address\.$/],
] as const)('before allowing %j people read what it means', (change, says) => {
  expect(sentenceOfTrust({ ...SERVER, ...change })).toMatch(says)
})

const FILES = { command: 'npx', args: ['files'] }
test.each([
  [FILES, 'mine', 'mine'],
  [{ files: FILES }, '', 'files'],
  [{ mcpServers: { files: FILES } }, '', 'files'],
  [{ mcpServers: { files: FILES } }, 'mine', 'mine'],
])('a pasted entry %j under the name "%s" is the server %s', (pasted, name, becomes) => {
  expect(serverIn(JSON.stringify(pasted), name)).toEqual({
    ok: true,
    value: { name: becomes, server: McpServer.parse(FILES) },
  })
})

test('a bare address is an HTTP server', () => {
  const read = serverIn('{"url":"https://example.com/mcp"}', 'web')
  expect(read).toMatchObject({ ok: true, value: { server: { type: 'http', headers: {} } } })
})

test.each([
  ['{', 'x', /isn’t valid JSON/],
  ['{"command":"npx"}', ' ', /Give the server a name/],
  ['[]', 'x', /isn’t a server entry/],
  ['{}', 'x', /isn’t a server entry/],
  ['{"type":"http","url":"file:///etc"}', 'x', /isn’t a server entry/],
])('%s under the name "%s" is refused', (text, name, says) => {
  expect(serverIn(text, name)).toEqual({ ok: false, error: expect.stringMatching(says) })
})

test('a tool and a rule of a server are shown in readable form', () => {
  expect(shownNameOf('mcp__files__read_text')).toBe('files: read_text')
  expect(shownNameOf('mcp__odd')).toBe('mcp__odd')
  expect(shownNameOf('bash')).toBe('bash')
  expect(withoutDefinition('files: read (definition 0123abc)')).toBe('files: read')
})
