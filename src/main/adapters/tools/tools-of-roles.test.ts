import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../core/context.ts'
import type { ToolPort } from '../../runtime/ports.ts'
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
/** Who has which tool: all that there are. */
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
  ['spawn_agents', { root: true, worker: false, explorer: false }],
  ['submit_result', { root: false, worker: true, explorer: true }],
]

test.each(MATRIX)(
  'T42 %s is shown to, and known in the calls of, those who have it',
  async (name, has) => {
    for (const caller of ['root', 'worker', 'explorer'] as const) {
      const shown = tools.specs({ caller, model: '', hasThought: false }).map((spec) => spec.name)
      expect(shown.includes(name)).toBe(has[caller])
      expect(shown.every((each) => MATRIX.some(([known]) => known === each))).toBe(true)
      const { check } = await tools.inspect(
        { name, input: { type: 'object', value: {} } },
        { folder: '/', caller },
      )
      const isUnknown = check.type === 'unusable' && check.text.includes(`no tool called ${name}.`)
      expect(isUnknown).toBe(!has[caller])
    }
  },
)
