import { expect, test } from 'vitest'
import { askedCalls } from '../../../shared/conversation/conversation-state.ts'
import type { PermissionMode } from '../../../shared/conversation/turn.ts'
import { type SandboxPolicy, sandboxPolicyOf } from '../machine/sandbox-policy.ts'
import type { Context } from '../machine/context.ts'
import type { CallFacts } from '../machine/event.ts'
import { judge, judgeAgain } from './permission-policy.ts'
import {
  bash,
  calling,
  edit,
  fetching,
  read,
  runnable,
  spawn,
  submit,
  think,
  unusable,
} from '../testing/test-calls.ts'
import { testContext } from '../testing/test-context.ts'
import { Walk, wordsIn } from '../testing/test-walk.ts'

const MODES = ['readOnly', 'ask', 'acceptEdits', 'auto'] as const
const ROOT = testContext()
const CHILD = {
  ...ROOT,
  role: { type: 'child', parent: ROOT.conversationId, kind: 'worker' },
} as const

type Cell = 'run' | 'ask mode' | 'ask privateHost' | 'ask outside' | 'ask secret' | 'refuse'
const RUNS: readonly Cell[] = ['run', 'run', 'run', 'run']
const ASKS: readonly Cell[] = ['ask outside', 'ask outside', 'ask outside', 'ask outside']
const SECRET: readonly Cell[] = ['ask secret', 'ask secret', 'ask secret', 'ask secret']

const MODE_ASKS: readonly Cell[] = ['ask mode', 'ask mode', 'ask mode']
const PRIVATE: readonly Cell[] = MODES.map(() => 'ask privateHost')

/** The table of rule 6; for a call that reaches out of the folder or to secrets one row for each kind. */
const TABLE: readonly (readonly [string, CallFacts, readonly Cell[]])[] = [
  ['think', think('hm'), RUNS],
  ['spawn_agents', spawn('Look'), RUNS],
  ['reading inside the folder', read('a.ts'), RUNS],
  ['changing files inside the folder', edit('a.ts'), ['refuse', 'ask mode', 'run', 'run']],
  ['bash', bash('make'), ['refuse', 'ask mode', 'ask mode', 'run']],
  ['calling an MCP server', calling('s: t'), ['refuse', 'ask mode', 'ask mode', 'run']],
  ['fetching a web page', fetching('example.com'), [...MODE_ASKS, 'run']],
  ['fetching from a private host', fetching('localhost:3000', 'outside'), PRIVATE],
  ['reading outside the folder', read('/etc/hosts', 'outside'), ASKS],
  ['reading a secret', read('.env', 'secret'), SECRET],
  ['changing outside the folder', edit('/etc/hosts', 'outside'), ['refuse', ...ASKS.slice(1)]],
  ['changing a secret', edit('.env', 'secret'), ['refuse', ...SECRET.slice(1)]],
  ['bash outside the folder', bash('ls /', 'outside'), ['refuse', ...ASKS.slice(1)]],
  ['bash with a secret', bash('cat .env', 'secret'), ['refuse', ...SECRET.slice(1)]],
]

const CELLS = TABLE.flatMap(([what, facts, cells]) =>
  MODES.map((mode, index) => ({ what, mode, facts, cell: cells[index] })),
)

function cellOf(facts: CallFacts, change: Partial<typeof ROOT>): string {
  const verdict = judge(facts, 0, { ...ROOT, ...change })
  return verdict.type === 'ask' ? `ask ${verdict.why}` : verdict.type
}

test.each(CELLS)('$what under $mode: $cell', ({ facts, mode, cell }) => {
  expect(cellOf(facts, { permissionMode: mode })).toBe(cell)
})

test.each(MODES)(
  'submit_result under %s runs for a sub-agent and is refused in a person’s conversation',
  (permissionMode) => {
    expect(judge(submit('Done'), 0, { ...CHILD, permissionMode })).toMatchObject({ type: 'run' })
    expect(cellOf(submit('Done'), { permissionMode })).toBe('refuse')
  },
)

test('submit_result in a person’s conversation does not keep other calls from running', () => {
  const step = new Walk().ask().call(submit('Done'), bash('make'))
  expect(wordsIn(step)).toEqual(['agent: 2', expect.stringContaining('only a sub-agent submits')])
  expect(step.state.type).toBe('toolExecuting')
})

// covers REQ-BED-009.1b
test.each(MODES)(
  'under %s a sub-agent cannot start sub-agents, and its model hears so',
  (permissionMode) => {
    const verdict = judge(spawn('Look'), 0, { ...CHILD, permissionMode })
    expect(verdict).toMatchObject({ type: 'refuse', text: expect.stringContaining('sub-agent') })
  },
)

test('a sandbox that makes the folder read-only lets bash run there, and changes no other decision', () => {
  for (const { facts, mode, cell, what } of CELLS) {
    const expected = what === 'bash' && mode === 'readOnly' ? 'run' : cell
    expect(cellOf(facts, { permissionMode: mode, isSandboxed: true }), what).toBe(expected)
  }
})

/** The sandbox policy of a call that was judged under this mode and runs under auto. */
function policyWhenJudged(call: CallFacts, permissionMode: PermissionMode): SandboxPolicy | null {
  const rules = [{ tool: 'web_fetch', subject: 'example.org', match: 'exact' }] as const
  const context: Context = { ...ROOT, permissionMode, isSandboxed: true, rules }
  const verdict = judge(call, 0, context)
  if (verdict.type !== 'run') return null
  return sandboxPolicyOf({ ...context, permissionMode: 'auto' }, verdict)
}

test('a call that was judged where nothing may change never gets a writable folder, whatever the mode becomes', () => {
  for (const call of [bash('make'), think('hm'), read('a.ts'), fetching('example.org')]) {
    expect(policyWhenJudged(call, 'readOnly')).toEqual({ folder: 'readOnly', network: true })
    expect(policyWhenJudged(call, 'auto')).toEqual({ folder: 'writable', network: true })
  }
})

test('a command outside the sandbox needs approval, and is refused where nothing may change', () => {
  for (const permissionMode of MODES) {
    const cell = cellOf(bash('make', 'outside'), { permissionMode, isSandboxed: true })
    expect(cell).toBe(permissionMode === 'readOnly' ? 'refuse' : 'ask outside')
  }
})

test('a call gets the sandbox of the context at its start, or none where there is no sandbox', () => {
  const allowed = { mayWrite: true }
  const sandboxed: Context = { ...ROOT, permissionMode: 'ask', isSandboxed: true, network: false }
  expect(sandboxPolicyOf(sandboxed, allowed)).toEqual({ folder: 'writable', network: false })
  const reading: Context = { ...sandboxed, permissionMode: 'readOnly', network: true }
  expect(sandboxPolicyOf(reading, allowed)).toEqual({ folder: 'readOnly', network: true })
  expect(sandboxPolicyOf({ ...sandboxed, isSandboxed: false }, allowed)).toBeNull()
})

test('a rule applies only to its host, private or not, and never to a disabled network', () => {
  for (const [host, reach] of [
    ['example.com', 'inside'],
    ['localhost:3000', 'outside'],
  ] as const) {
    const rules = [{ tool: 'web_fetch', subject: host, match: 'exact' }] as const
    expect(cellOf(fetching(host, reach), { permissionMode: 'readOnly', rules })).toBe('run')
    const other = fetching(`a.${host}`, reach)
    expect(cellOf(other, { permissionMode: 'ask', rules })).toMatch(/^ask/)
    expect(cellOf(fetching(host, reach), { permissionMode: 'auto', rules, network: false })).toBe(
      'refuse',
    )
  }
})

test('an answer about a private host is kept as a rule, and judged again when the mode changes', () => {
  const walk = new Walk({ permissionMode: 'auto' }).ask()
  walk.call(fetching('localhost:3000', 'outside'))
  const [call] = askedCalls(walk.in('awaitingApproval'))
  walk.take({ type: 'settingsChanged', change: { permissionMode: 'ask' } })
  expect(askedCalls(walk.in('awaitingApproval'))).toMatchObject([
    { verdict: { why: 'privateHost' } },
  ])
  const rule = { tool: 'web_fetch', subject: 'localhost:3000', match: 'exact' } as const
  const callIds = call === undefined ? [] : [call.callId]
  walk.take({ type: 'approvalAnswered', callIds, answer: { type: 'always', rule } })
  expect(walk.state.type).toBe('toolExecuting')
})

test('an explorer changes nothing and runs commands only in a sandbox that keeps the folder read-only, whatever its parent may do', () => {
  const role = { type: 'child', parent: ROOT.conversationId, kind: 'explorer' } as const
  const rules = [{ tool: 'bash', subject: 'make', match: 'exact' }] as const
  for (const permissionMode of MODES) {
    const explorer: Context = { ...ROOT, role, permissionMode, rules }
    const sandboxed: Context = { ...explorer, isSandboxed: true }
    expect(judge(bash('make'), 0, sandboxed)).toMatchObject({ type: 'run', mayWrite: false })
    for (const call of [bash('make'), edit('a.ts'), edit('/etc/hosts', 'outside')]) {
      const text = expect.stringContaining('explorer') as string
      expect(judge(call, 0, explorer)).toMatchObject({ type: 'refuse', text })
    }
    const leaving = bash('make', 'outside')
    expect(judge(leaving, 0, sandboxed)).toMatchObject({ type: 'refuse' })
    expect(judge(read('a.ts'), 0, explorer)).toMatchObject({ type: 'run' })
    expect(judge(read('/etc/hosts', 'outside'), 0, explorer)).toMatchObject({ type: 'ask' })
    const policy = { folder: 'readOnly', network: true }
    expect(sandboxPolicyOf(sandboxed, { mayWrite: true })).toEqual(policy)
  }
})

test('"always allow here" turns an ask of a mode into run, for the same tool with exactly the same subject', () => {
  const rules = [{ tool: 'bash', subject: 'make', match: 'exact' }] as const
  const ask: PermissionMode = 'ask'
  expect(cellOf(bash('make'), { permissionMode: ask, rules })).toBe('run')
  for (const other of ['make all', 'make ', 'mak', 'Make', '']) {
    expect(cellOf(bash(other), { permissionMode: ask, rules }), other).toBe('ask mode')
  }
  const sameSubject = runnable('zsh', { action: 'command', value: {}, subject: 'make' })
  expect(cellOf(sameSubject, { permissionMode: ask, rules })).toBe('ask mode')
})

test('a prefix rule turns an ask of a mode into run for plain commands that begin with its words', () => {
  const rules = [{ tool: 'bash', subject: 'npm test', match: 'prefix' }] as const
  const cells = (command: string): readonly string[] =>
    MODES.map((permissionMode) => cellOf(bash(command), { permissionMode, rules }))
  expect(cells('npm test --watch')).toEqual(['refuse', 'run', 'run', 'run'])
  for (const other of ['npm testx', 'npm test; rm x', 'npm test $(x)', 'npm test\nrm x']) {
    expect(cells(other), other).toEqual(['refuse', 'ask mode', 'ask mode', 'run'])
  }
  const job = runnable('bash_background', { action: 'command', value: {}, subject: 'npm test' })
  expect(cellOf(job, { permissionMode: 'ask', rules })).toBe('ask mode')
  const own = rules.map((rule) => ({ ...rule, tool: 'bash_background' }))
  expect(cellOf(job, { permissionMode: 'ask', rules: own })).toBe('run')
})

test('no rule lets a call out of the folder or at a secret, or past what the mode refuses', () => {
  const subjects = ['make', 'ls /', 'cat .env']
  const rules = (['exact', 'prefix'] as const).flatMap((match) =>
    subjects.map((subject) => ({ tool: 'bash', subject, match })),
  )
  for (const permissionMode of MODES) {
    const isReading = permissionMode === 'readOnly'
    const outside = cellOf(bash('ls /', 'outside'), { permissionMode, rules })
    expect(outside).toBe(isReading ? 'refuse' : 'ask outside')
    const secret = cellOf(bash('cat .env', 'secret'), { permissionMode, rules })
    expect(secret).toBe(isReading ? 'refuse' : 'ask secret')
  }
  expect(cellOf(bash('make'), { permissionMode: 'readOnly', rules })).toBe('refuse')
})

test('no rule matches a call without a subject', () => {
  const nameless = runnable('bash', { action: 'command', value: {} })
  const rules = [{ tool: 'bash', subject: '', match: 'exact' }] as const
  expect(cellOf(nameless, { permissionMode: 'ask', rules })).toBe('ask mode')
})

test('T19 an unknown tool or invalid input is refused in every mode, with a text that helps to correct it', () => {
  for (const permissionMode of MODES) {
    const verdict = judge(unusable('wish', 'No such tool.'), 0, { ...ROOT, permissionMode })
    expect(verdict).toEqual({ type: 'refuse', text: 'No such tool.', outcome: 'failed' })
  }
  const walk = new Walk().ask()
  const step = walk.call(unusable('wish', 'No such tool.'))
  expect(wordsIn(step)).toEqual(['agent: 1', 'failed: No such tool.'])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

test('a reply runs 64 calls; the rest get error results without asking', () => {
  expect(judge(bash('x'), 63, ROOT)).toMatchObject({ type: 'run' })
  expect(judge(bash('x'), 64, ROOT)).toMatchObject({ type: 'refuse', outcome: 'failed' })
  const walk = new Walk({ permissionMode: 'ask' }).ask()
  walk.call(...Array.from({ length: 66 }, (_, index) => think(`${index}`)))
  for (let count = 0; count < 63; count++) walk.finishTool()
  const step = walk.finishTool()
  expect(wordsIn(step).slice(1)).toEqual([
    'failed: Not run: a reply can make at most 64 tool calls.',
    'failed: Not run: a reply can make at most 64 tool calls.',
  ])
  expect(step.state).toMatchObject({ type: 'awaitingLlm', reason: 'toolResults' })
})

test('a rule covers the definition of an MCP tool that it was given for; a changed definition asks again', () => {
  const rules = [
    { tool: 'mcp__server__tool', subject: 's: t (definition 1)', match: 'exact' },
  ] as const
  expect(cellOf(calling('s: t (definition 1)'), { permissionMode: 'ask', rules })).toBe('run')
  expect(cellOf(calling('s: t (definition 2)'), { permissionMode: 'ask', rules })).toBe('ask mode')
  expect(cellOf(calling('s: t (definition 1)'), { permissionMode: 'readOnly', rules })).toBe(
    'refuse',
  )
})

test('an MCP server may reach the network: with the network off none is called, and explorers never call one', () => {
  for (const permissionMode of MODES) {
    expect(cellOf(calling('s: t'), { permissionMode, network: false })).toBe('refuse')
    const role = { ...CHILD.role, kind: 'explorer' } as const
    expect(cellOf(calling('s: t'), { permissionMode, role })).toBe('refuse')
  }
})

test('a waiting call of an MCP server is decided again when the network is switched off', () => {
  const step = new Walk({ ...ROOT, permissionMode: 'ask' }).ask().call(calling('s: t'))
  const { state } = step
  const [asked] = state.type === 'awaitingApproval' ? askedCalls(state) : []
  if (asked === undefined) throw new Error('nothing is asked')
  expect(judgeAgain(asked, { ...ROOT, permissionMode: 'ask', network: false }).verdict.type).toBe(
    'refuse',
  )
})
