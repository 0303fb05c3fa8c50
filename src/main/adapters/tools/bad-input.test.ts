import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Caller } from '../../core/machine/context.ts'
import type { ToolSpec } from '../../core/request/model-request.ts'
import { Workspace } from './calling.fixture.ts'
import { workspaceForEachTest } from './workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
  },
)

type Input = Readonly<Record<string, unknown>>

/** Valid input for each tool: a new one needs a line here. */
const SAMPLES: Readonly<Record<string, Input>> = {
  bash: { command: 'ls', timeout_seconds: 1, outside_sandbox: false, reason: 'none' },
  bash_background: { action: 'output', job: 1, wait_seconds: 0, lines: 1, command: 'ls' },
  read_file: { path: 'a', offset: 1, limit: 1 },
  list_files: { path: '.', depth: 1 },
  glob: { pattern: '*' },
  grep: { pattern: 'x', path: '.', glob: '*' },
  edit_file: { path: 'a', old_string: 'x', new_string: 'y' },
  write_file: { path: 'b', content: 'x' },
  apply_patch: { patch: '*** Begin Patch\n*** Add File: b\n+x\n*** End Patch' },
  think: { thought: 'hm' },
  todo_write: { todos: [{ content: 'x', status: 'pending' }] },
  web_fetch: { url: 'https://example.com/', max_length: 1, offset: 0 },
  ask_user: { question: 'Which?' },
  spawn_agents: { tasks: [{ task: 'Look', timeoutMinutes: 1 }] },
  submit_result: { result: 'Done' },
}

interface Field {
  readonly tool: string
  readonly caller: Caller
  readonly name: string
  readonly isRequired: boolean
  readonly schema: Input
}

/** Every field of every tool, as shown to the model. */
function fields(): readonly Field[] {
  return (['root', 'worker', 'explorer'] as const).flatMap((caller) =>
    workspace.tools
      .specs({ caller, model: '', hasThought: () => false })
      .flatMap((spec) => fieldsOf(spec, caller)),
  )
}

function fieldsOf(
  { name: tool, inputSchema }: ToolSpec,
  caller: Field['caller'],
): readonly Field[] {
  const required = inputSchema['required']
  return Object.entries(Object(inputSchema['properties'])).map(([name, schema]) => ({
    tool,
    caller,
    name,
    isRequired: Array.isArray(required) && required.includes(name),
    schema: Object(schema),
  }))
}

/** Values that a field does not accept, according to its schema. */
function wrongValues({ schema, isRequired }: Field): readonly unknown[] {
  const { maximum, minimum, minItems, type } = schema
  return [
    { nested: true },
    // For an optional field, null means that it is omitted.
    ...(isRequired ? [undefined, null] : []),
    ...(type === 'string' ? [7, ['x']] : ['text']),
    ...(type === 'array' ? [[null], ...(minItems === undefined ? [] : [[]])] : []),
    ...(typeof minimum === 'number' ? [minimum - 1] : []),
    ...(typeof maximum === 'number' ? [maximum + 1] : []),
    ...(type === 'integer' ? [1.5] : []),
  ]
}

async function answerTo(field: Pick<Field, 'tool' | 'caller'>, value: Input): Promise<string> {
  const call = { name: field.tool, input: { type: 'object', value } } as const
  const { check } = await workspace.tools.inspect(call, {
    folder: workspace.folder,
    caller: field.caller,
  })
  return check.type === 'unusable' ? check.text : 'it can run'
}

test('a field that no tool has is named as it is, and a long one by its beginning', async () => {
  const input = { thought: 'hm', '🚀': 1, [`a${'🚀'.repeat(100)}`]: 1 }
  const { text } = await workspace.call('think', input)
  expect(text).toContain('- 🚀: think has no such field')
  expect(text).toContain(`- a${'🚀'.repeat(99)}…: think`)
})

test('every wrong argument of every tool gives a message that names it and what the tool accepts', async () => {
  workspace.write('a', 'x\n')
  expect(fields().length).toBeGreaterThan(10)
  for (const field of fields()) {
    const sample = SAMPLES[field.tool]
    if (sample === undefined) throw new Error(`no sample of what ${field.tool} takes`)
    expect([field.tool, await answerTo(field, sample)]).toEqual([field.tool, 'it can run'])
    for (const value of wrongValues(field)) {
      const text = await answerTo(field, { ...sample, [field.name]: value })
      const about = [field.tool, field.name, value]
      expect([...about, text]).toEqual([...about, expect.stringContaining(`- ${field.name}`)])
      expect(text).toContain(`Call ${field.tool} again with`)
      expect(text).toContain('nothing was run')
    }
  }
})

/** A call of each tool with an unusable path. */
const AT_A_PLACE: readonly (readonly [string, (path: string) => Input])[] = [
  ['read_file', (path) => ({ path })],
  ['grep', (path) => ({ pattern: 'x', path })],
  ['glob', (path) => ({ pattern: 'x', path })],
  ['edit_file', (path) => ({ path, old_string: 'x', new_string: 'y' })],
  ['write_file', (path) => ({ path, content: 'y' })],
  [
    'apply_patch',
    (path) => ({ patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }),
  ],
  ['list_files', (path) => ({ path })],
]

test.for(AT_A_PLACE)(
  '%s says in a sentence what is wrong with a place, and blocks on nothing',
  async ([tool, inputOf]) => {
    execFileSync('mkfifo', [join(workspace.folder, 'pipe')])
    symlinkSync('loop', join(workspace.folder, 'loop'))
    symlinkSync('nowhere', join(workspace.folder, 'dangling'))
    truncateSync(workspace.write('huge', ''), 2 ** 31)
    // A search reads all of it: that has its own limit, and a test.
    const bad = ['pipe', 'loop', 'dangling', 'pipe/x', ...(tool === 'write_file' ? [] : ['none'])]
    for (const path of tool === 'grep' ? bad : [...bad, 'huge']) {
      const started = performance.now()
      const { outcome, text } = await workspace.call(tool, inputOf(path))
      expect([path, outcome]).toEqual([path, 'failed'])
      expect([path, text]).toEqual([path, expect.stringMatching(/\w.*[.\])]$/s)])
      expect([path, performance.now() - started < 5_000]).toEqual([path, true])
    }
    rmSync(workspace.folder, { recursive: true })
    const answer = await workspace.call(tool, inputOf('a'))
    expect(answer.text).toContain('The folder of this conversation')
    mkdirSync(workspace.folder)
  },
)
