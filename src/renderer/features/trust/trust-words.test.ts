import { expect, test } from 'vitest'
import type { McpServerView } from '../../../shared/mcp-server.ts'
import type { TrustView } from '../../../shared/trust.ts'
import { sentenceOfKind, sentenceOfWaiting } from './trust-words.ts'

const FILE: TrustView = {
  kind: 'hooks',
  name: '.claude/settings.json',
  title: '',
  path: '.claude/settings.json',
  origin: 'folder',
  hash: 'h',
  text: 'Before Bash (60 s): true',
  trust: 'notAllowed',
  difference: null,
  problems: [],
}
const SERVER = { name: 'files', state: 'notAllowed' } as McpServerView
const UNTOLD = { ...SERVER, state: 'running', words: { isShown: false } } as McpServerView

test.each([
  [[], [], null],
  [[SERVER], [], 'This folder has an MCP server that you haven’t allowed.'],
  [[], [FILE], 'This folder has hooks that you haven’t allowed.'],
  [
    [SERVER, { ...SERVER, state: 'changed' }],
    [FILE, { ...FILE, kind: 'skill' }, { ...FILE, kind: 'agent', trust: 'changed' }],
    'This folder has 2 MCP servers, hooks, a skill and an agent that you haven’t allowed.',
  ],
  [[{ ...SERVER, state: 'running' }], [{ ...FILE, trust: 'allowed' }], null],
  [[UNTOLD], [], 'The instructions of the MCP server files have changed since you accepted them.'],
  [[], [{ ...FILE, kind: 'command' }], 'This folder has a command that you haven’t allowed.'],
  [[], [{ ...FILE, kind: 'instructions', trust: 'changed' }], null],
  [[], [{ ...FILE, origin: 'person' }], null],
  [[], [{ ...FILE, text: '', problems: ['It is not valid JSON.'] }], null],
  [[], [{ ...FILE, kind: 'skill', problems: ['It has no description.'] }], null],
  [
    [],
    [{ ...FILE, problems: ['Stop is not a list.'] }],
    'This folder has hooks that you haven’t allowed.',
  ],
] as const)('items waiting for a decision are counted (%#)', (servers, files, sentence) => {
  expect(sentenceOfWaiting({ servers, files })).toBe(sentence)
})

test('before a skill or hooks are allowed, people read that other files of them are not compared', () => {
  for (const kind of ['skill', 'hooks'] as const)
    expect(sentenceOfKind(kind)).toContain('can change without asking you again')
})
