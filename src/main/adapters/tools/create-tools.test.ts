import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallInput, textsOf } from '../../../shared/messages/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../runtime/ports/ports.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { hasProc, supervisorOn, temporaryFolder } from '../processes/supervisor-fixture.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

const data = temporaryFolder()
let supervisor: Supervisor
let tools: ToolPort
beforeAll(() => {
  supervisor = supervisorOn(data.path)
  tools = toolsOn(data.path, { supervisor })
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

function object(value: Record<string, unknown>): CallInput {
  return { type: 'object', value }
}

const AT = { folder: '/', caller: 'root' } as const
let runs = 0

async function run(
  name: string,
  input: CallInput,
  options: Partial<ToolRun> = {},
): Promise<{ outcome: ToolOutcome['outcome']; text: string }> {
  const { content, outcome } = await runOutcome(name, input, options)
  return { outcome, text: textsOf(content).join('') }
}

async function runOutcome(
  name: string,
  input: CallInput,
  options: Partial<ToolRun> = {},
  from = tools,
): Promise<ToolOutcome> {
  runs += 1
  return from.run({
    conversationId: ConversationId.parse('c'),
    workId: WorkId.parse(`tool-work-${runs}`),
    call: {
      callId: CallId.parse('call'),
      name,
      input,
      digest: '',
      action: 'command',
      subject: null,
      verdict: { type: 'run', limitMs: 1, isApproved: false, mayWrite: true, editedTo: null },
    },
    folder: data.path,
    sandboxPolicy: null,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    isKnownToModel: () => false,
    ...options,
  })
}

async function bash(command: string, options: Partial<ToolRun> = {}): ReturnType<typeof run> {
  return run('bash', object({ command }), options)
}

function specsFor(caller: ToolUser['caller']): readonly ToolSpec[] {
  return tools.specs({ caller, model: 'some-model', hasThought: () => false })
}

// covers REQ-BED-009.1c D-46 D-47
test('a model is shown the tools of its role, each with a schema of type object', () => {
  const names = (caller: ToolUser['caller']) => specsFor(caller).map(({ name }) => name)
  const all = [
    'bash',
    'bash_background',
    'read_file',
    'list_files',
    'glob',
    'grep',
    'edit_file',
    'write_file',
    'apply_patch',
    'think',
    'todo_write',
    'web_fetch',
  ]
  expect(names('root')).toEqual([...all, 'ask_user', 'spawn_agents'])
  expect(names('worker')).toEqual([...all, 'submit_result'])
  const reading = 'bash read_file list_files glob grep think todo_write web_fetch submit_result'
  expect(names('explorer').join(' ')).toBe(reading)
  for (const { description, inputSchema, name } of [...specsFor('root'), ...specsFor('worker')]) {
    expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(description).not.toBe('')
    expect(inputSchema).toMatchObject({ type: 'object' })
    expect(Object.keys(inputSchema)).not.toContain('$schema')
  }
  expect(specsFor('root')[0]?.inputSchema).toMatchObject({
    properties: { command: { type: 'string' }, timeout_seconds: { minimum: 1, maximum: 600 } },
    required: ['command'],
  })
})

test('a runnable command gets its limit: two minutes, or what it asked for', async () => {
  const plain = await tools.inspect({ name: 'bash', input: object({ command: 'ls' }) }, AT)
  const permitted = { action: 'command', reach: 'inside' }
  const runnable = { type: 'runnable', ...permitted }
  expect(plain.check).toEqual({ ...runnable, limitMs: 120_000, subject: 'ls' })
  const long = object({ command: 'make', timeout_seconds: 600 })
  const { check } = await tools.inspect({ name: 'bash', input: long }, AT)
  expect(check).toEqual({ ...runnable, limitMs: 600_000, subject: 'make' })
})

test('a thought can run', async () => {
  const input = object({ thought: 'hm' })
  const { check } = await tools.inspect({ name: 'think', input }, AT)
  expect(check.type).toBe('runnable')
  expect(await run('think', input)).toEqual({ outcome: 'ok', text: 'Noted.' })
})

async function digestOf(name: string, input: CallInput): Promise<string> {
  return (await tools.inspect({ name, input }, AT)).digest
}

test('equal calls have equal digests in any order of their fields', async () => {
  const one = object({ command: 'ls', deep: { a: 1, b: [{ c: 1, d: 2 }] } })
  const same = object({ deep: { b: [{ d: 2, c: 1 }], a: 1 }, command: 'ls' })
  expect(await digestOf('bash', one)).toMatch(/^[0-9a-f]{64}$/)
  expect(await digestOf('bash', one)).toBe(await digestOf('bash', same))
  expect(await digestOf('bash', one)).not.toBe(await digestOf('think', one))
  expect(await digestOf('bash', one)).not.toBe(await digestOf('bash', object({ command: 'ls' })))
})

const unusable: readonly [string, string, CallInput, readonly string[]][] = [
  [
    'unknown tool',
    'shell',
    object({ command: 'ls' }),
    ['no tool called shell', 'bash, bash_background, read_file, '],
  ],
  [
    'input that is no JSON',
    'bash',
    { type: 'unparsed', text: '{"command": "ls' },
    ['{"command": "ls', 'JSON object', 'command'],
  ],
  [
    'long input that is no JSON',
    'bash',
    { type: 'unparsed', text: '𝄞'.repeat(5_000) },
    ['𝄞…\n', 'JSON object'],
  ],
  ['missing field', 'bash', object({}), ['command:', 'string']],
  ['empty command', 'bash', object({ command: ' \n' }), ['command: expected a command']],
  [
    'wrong types',
    'bash',
    object({ command: 7, timeout_seconds: 'long' }),
    ['- command:', 'string', '- timeout_seconds:', 'number'],
  ],
  ['a limit beyond ours', 'bash', object({ command: 'ls', timeout_seconds: 601 }), ['600']],
  ['no thought', 'think', object({}), ['thought']],
]

// covers F-29
test.for(unusable)(
  'a call that cannot run says what to correct: %s',
  async ([, name, input, expected]) => {
    const { check } = await tools.inspect({ name, input }, AT)
    const text = check.type === 'unusable' ? check.text : ''
    for (const part of expected) expect(text).toContain(part)
    expect(text.isWellFormed()).toBe(true)
    expect(text.length).toBeLessThan(1_000)
    expect(await run(name, input)).toEqual({ outcome: 'failed', text })
  },
)

test('thousands of empty lines before the last word take no time of the program', async () => {
  const began = process.cpuUsage()
  const { text } = await run(
    'bash',
    object({ command: "head -c 30000 /dev/zero | tr '\\0' '\\n'; echo x" }),
  )
  expect(text).toMatch(/^\n{30000}x\n/)
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

test('absurdly nested input does not crash', async () => {
  const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))
  const facts = await tools.inspect({ name: 'bash', input: object({ command: deep }) }, AT)
  expect(facts.check.type).toBe('unusable')
})

// covers D-42 D-47 REQ-BED-009.1b
test('T62 a sub-agent does not get the tool that starts sub-agents, and no one else gets submit_result', async () => {
  const spawn = { name: 'spawn_agents', input: object({ tasks: [{ task: 'Look.' }] }) }
  const submit = { name: 'submit_result', input: object({ result: 'Done.' }) }
  const child = { folder: '/', caller: 'worker' } as const
  expect((await tools.inspect(spawn, AT)).check).toMatchObject({ action: 'spawn' })
  expect((await tools.inspect(spawn, child)).check).toMatchObject({ type: 'unusable' })
  expect((await tools.inspect(submit, child)).check).toMatchObject({ action: 'submit' })
  expect((await tools.inspect(submit, AT)).check).toMatchObject({ type: 'unusable' })
})

async function digestOfRun(command: string): Promise<string> {
  return (await runOutcome('bash', object({ command }))).digest
}

test('a call with the same result has the same digest, however long it took', async () => {
  expect(await digestOfRun('echo one')).toBe(await digestOfRun('sleep 0.12; echo one'))
  expect(await digestOfRun('echo one')).not.toBe(await digestOfRun('echo two'))
  expect(await digestOfRun('echo one')).not.toBe(await digestOfRun('echo one; exit 1'))
})

test('the result of a command is its output and how it ended', async () => {
  expect(await bash('echo one; echo two')).toEqual({
    outcome: 'ok',
    text: expect.stringMatching(/^one\ntwo\nexit 0 · 0\.\d s$/),
  })
  expect(await bash('exit 7')).toEqual({
    outcome: 'failed',
    text: expect.stringMatching(/^\(no output\)\nexit 7 · /),
  })
  expect(await bash('printf x; kill -KILL $$')).toEqual({
    outcome: 'failed',
    text: expect.stringMatching(/^x\nkilled by SIGKILL · /),
  })
})

test('a command beyond its limit says so, with its output so far', async () => {
  const input = object({ command: 'echo partly; sleep 60', timeout_seconds: 1 })
  const timedOut = { outcome: 'timedOut', text: 'partly\ntimed out after 1 s' }
  expect(await run('bash', input)).toEqual(timedOut)
})

test('a missing folder gives a result', async () => {
  const { outcome, text } = await bash('ls', { folder: '/no/such/folder' })
  expect(outcome).toBe('failed')
  expect(text).toContain('/no/such/folder no longer exists')
})

test('T07: an abort is known by its signal, never by text: a tool that prints such text is ok', async () => {
  const { outcome, text } = await bash('echo "[command cancelled]"; echo AbortError >&2')
  expect(outcome).toBe('ok')
  expect(text).toContain('[command cancelled]')
  const stop = new AbortController()
  const stopped = bash('echo ready; sleep 60', {
    signal: stop.signal,
    onOutput: () => {
      stop.abort()
    },
  })
  expect((await stopped).outcome).toBe('aborted')
  const already = await bash('echo hello', { signal: AbortSignal.abort() })
  expect(already.outcome).toBe('aborted')
})

test.runIf(hasProc)('a call leaves no shell state to the next', async () => {
  await bash('cd /; export LEFT=1; left() { :; }; sleep 60 &')
  const { text } = await bash('pwd; echo "[$LEFT]"; type left; jobs')
  expect(text.split('\n').slice(0, 2)).toEqual([data.path, '[]'])
  expect(text).toMatch(/left: not found/)
})

test('live output reaches the screen while the command runs', async () => {
  const shown: string[] = []
  const stop = new AbortController()
  await bash('printf "\\033[31mred\\033[0m\\n"; sleep 60', {
    signal: stop.signal,
    onOutput(text) {
      shown.push(text)
      stop.abort()
    },
  })
  expect(shown.join('')).toBe('\u001b[31mred\u001b[0m\n')
})

test('a supervisor that throws gives a failed call', async () => {
  const broken = toolsOn(data.path, {
    supervisor: {
      run: () => Promise.reject(new Error('a bug')),
      holdsOutput: () => false,
      findings: () => [],
      jobs: NO_JOBS,
    },
  })
  const outcome = await runOutcome('bash', object({ command: 'ls' }), {}, broken)
  expect(outcome.outcome).toBe('failed')
  expect(textsOf(outcome.content)[0]).toContain('a bug')
})
