import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../core/machine/context.ts'
import type { ToolPort } from '../../runtime/ports/ports.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { supervisorOn, temporaryFolder } from '../processes/supervisor-fixture.ts'
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

const ALL = { root: true, worker: true, explorer: true }
const WORKING = { ...ALL, explorer: false }
/** The tools of each role: all that exist. */
const MATRIX: readonly (readonly [string, Readonly<Record<Caller, boolean>>])[] = [
  ['bash', ALL],
  ['bash_background', WORKING],
  ['read_file', ALL],
  ['list_files', ALL],
  ['glob', ALL],
  ['grep', ALL],
  ['edit_file', WORKING],
  ['write_file', WORKING],
  ['apply_patch', WORKING],
  ['think', ALL],
  ['todo_write', ALL],
  ['web_fetch', ALL],
  ['ask_user', { root: true, worker: false, explorer: false }],
  ['spawn_agents', { root: true, worker: false, explorer: false }],
  ['submit_result', { root: false, worker: true, explorer: true }],
]

test.each(MATRIX)('T42 %s is shown to, and accepted from, those who have it', async (name, has) => {
  for (const caller of ['root', 'worker', 'explorer'] as const) {
    const shown = tools
      .specs({ caller, model: '', hasThought: () => false })
      .map((spec) => spec.name)
    expect(shown.includes(name)).toBe(has[caller])
    expect(shown.every((each) => MATRIX.some(([known]) => known === each))).toBe(true)
    const { check } = await tools.inspect(
      { name, input: { type: 'object', value: {} } },
      { folder: '/', caller },
    )
    const isUnknown = check.type === 'unusable' && check.text.includes(`no tool called ${name}.`)
    expect(isUnknown).toBe(!has[caller])
  }
})

function namesFor(user: ToolUser): readonly string[] {
  return tools.specs(user).map(({ name }) => name)
}

test.each([
  ['claude-sonnet-5', false, false],
  ['openai/gpt-6-sol', false, false],
  ['gpt-4.1', false, true],
  ['gpt-4.1', true, true],
  ['a-model-that-nobody-knows', false, true],
  ['a-model-that-nobody-knows', true, false],
])(
  'whether %s, which has thought here: %s, is shown think: %s, and nothing else depends on it',
  (model, hasThought, isShown) => {
    const shown = namesFor({ caller: 'root', model, hasThought: () => hasThought })
    expect(shown.includes('think')).toBe(isShown)
    const all = namesFor({ caller: 'root', model: 'some-model', hasThought: () => false })
    expect(shown.filter((name) => name !== 'think')).toEqual(all.filter((name) => name !== 'think'))
  },
)

/** The text about the tools that models read, for people to review: a change of a word is seen, with its size in bytes. */
test('every tool is described to a model as in the golden file', async () => {
  const callers = ['root', 'worker', 'explorer'] as const
  const shown = callers.flatMap((caller) =>
    tools.specs({ caller, model: '', hasThought: () => false }).map((spec) => ({ caller, spec })),
  )
  const names = [...new Set(shown.map(({ spec }) => spec.name))]
  const texts = names.map((name) => {
    const same = shown.filter(({ spec }) => spec.name === name)
    const specs = new Set(same.map(({ spec }) => JSON.stringify(spec, null, 2)))
    expect(specs.size).toBe(1)
    const spec = same[0]?.spec
    const bytes = Buffer.byteLength(JSON.stringify(spec))
    const who = same.map(({ caller }) => caller).join(', ')
    const schema = JSON.stringify(spec?.inputSchema, null, 2)
    return `# ${name} (${bytes} bytes; ${who})\n\n${spec?.description ?? ''}\n\n${schema}\n`
  })
  const sizes = callers.map((caller) => {
    const own = shown.filter((each) => each.caller === caller).map(({ spec }) => spec)
    return `${caller}: ${Buffer.byteLength(JSON.stringify(own))} bytes`
  })
  await expect([`${sizes.join('\n')}\n`, ...texts].join('\n')).toMatchFileSnapshot(
    './golden/tools.txt',
  )
})
