import { expect, test } from 'vitest'
import { isForTool } from './hook.ts'
import { answerOf } from './hook-answer.ts'
import { readHooks, wordsOfHooks } from './read-hooks.ts'
import { one } from './hook-rig.fixture.ts'

function read(hooks: unknown): { readonly words: string; readonly problems: string } {
  const found = readHooks(JSON.stringify({ hooks }))
  if (!found.ok) throw new Error(found.error)
  return { words: wordsOfHooks(found.value.hooks), problems: found.value.problems.join(' ') }
}

test('no command reads like several hooks, which would be allowed with it', () => {
  const several = read({
    Stop: [{ hooks: ['cat <<E', 'evil\nE'].map((command) => ({ type: 'command', command })) }],
  })
  const single = read(one('Stop', 'cat <<E\nAt the end of a turn (60 s): evil\nE'))
  expect(single.words).not.toBe(several.words)
  expect(single.words.split('\n').slice(1)).toEqual([
    '    At the end of a turn (60 s): evil',
    '    E',
  ])
})

test.each([
  [
    'a command',
    one('Stop', 'npm test', { timeout: 5 }),
    'At the end of a turn (5 s): npm test',
    '',
  ],
  ['a time without end', one('Stop', 'x', { timeout: 1e9 }), 'At the end of a turn (600 s): x', ''],
  [
    'an event that we do not have',
    one('SessionStart', 'x'),
    '',
    'Hooks for "SessionStart" are not run.',
  ],
  [
    'a prompt',
    { Stop: [{ hooks: [{ type: 'prompt', prompt: 'x' }] }] },
    '',
    'A hook of Stop is not a command, so it is not run.',
  ],
  ['no list', { Stop: { hooks: [] } }, '', 'Stop is not a list.'],
  ['a group without hooks', { Stop: [{}] }, '', 'An entry of Stop has no list "hooks".'],
  [
    'a matcher that takes forever',
    one('PreToolUse', 'x', { matcher: '(a+)+$' }),
    '',
    'The matcher "(a+)+$" of PreToolUse is not understood: its hooks are not run.',
  ],
  [
    'names of tools',
    one('PreToolUse', 'x', { matcher: 'Edit|mcp__.*' }),
    'Before Edit, mcp__* (60 s): x',
    '',
  ],
])('a file with %s', (_what, hooks, words, problems) => {
  expect(read(hooks)).toEqual({ words, problems })
})

test.each([
  ['Bash', 'bash', true],
  ['bash', 'bash', true],
  ['Edit|Write', 'apply_patch', true],
  ['Edit|Write', 'read_file', false],
  ['mcp__memory__.*', 'mcp__memory__read', true],
  ['mcp__.*__write', 'mcp__a__write', true],
  ['mcp__.*__write', 'mcp__a__write2', false],
  ['^Read$', 'read_file', true],
  ['*', 'anything', true],
  ['', 'anything', true],
  ['Ba*sh', 'bash', true],
  ['B', 'bash', false],
])('the matcher %j fits %s: %s', (matcher, tool, isFitting) => {
  const found = readHooks(JSON.stringify({ hooks: one('PreToolUse', 'x', { matcher }) }))
  const [hook] = found.ok ? found.value.hooks : []
  expect(hook && isForTool(hook, tool)).toBe(isFitting)
})

test.each([
  ['a reason', { decision: 'block', reason: 'no' }, 'no'],
  ['no reason', { decision: 'block' }, 'It gave no reason.'],
  ['an order to stop', { continue: false, stopReason: 'enough' }, 'enough'],
  [
    'a refusal',
    { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
    'no',
  ],
  [
    'a question to a person',
    { hookSpecificOutput: { permissionDecision: 'ask' } },
    'It wants a person to decide: It gave no reason.',
  ],
  [
    'another input',
    { hookSpecificOutput: { updatedInput: { a: 1 } } },
    'It wants this input instead: {"a":1}',
  ],
  ['a word that we do not know', { decision: 'approve' }, null],
])('an answer with %s', (_what, answer, blocks) => {
  const end = { code: 0, stdout: JSON.stringify(answer), stderr: '' }
  expect(answerOf('PreToolUse', end)?.blockReason).toBe(blocks)
})

test('all output of a message hook is sent, of other hooks only what they ask to send', () => {
  const end = { code: 0, stdout: 'branch: main\n', stderr: '' }
  expect(answerOf('UserPromptSubmit', end)?.forModel).toBe('branch: main')
  expect(answerOf('PostToolUse', end)?.forModel).toBe('')
  const json = { ...end, stdout: '{"hookSpecificOutput":{"additionalContext":"more"}}' }
  expect(answerOf('PostToolUse', json)?.forModel).toBe('more')
  const long = answerOf('UserPromptSubmit', { ...end, stdout: 'x'.repeat(50_000) })
  expect(long?.forModel).toHaveLength(10_001)
})
