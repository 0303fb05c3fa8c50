import { afterAll, beforeAll, expect, test } from 'vitest'
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

const BOTH = { root: true, child: true }
/** Which role has which tool: all that there are. */
const MATRIX: readonly (readonly [string, { readonly root: boolean; readonly child: boolean }])[] =
  [
    ['bash', BOTH],
    ['bash_background', BOTH],
    ['read_file', BOTH],
    ['list_files', BOTH],
    ['glob', BOTH],
    ['grep', BOTH],
    ['edit_file', BOTH],
    ['write_file', BOTH],
    ['apply_patch', BOTH],
    ['think', BOTH],
    ['todo_write', BOTH],
    ['ask_user', { root: true, child: false }],
    ['spawn_agents', { root: true, child: false }],
    ['submit_result', { root: false, child: true }],
  ]

test.each(MATRIX)(
  'T42 %s is shown to, and known in the calls of, the roles that have it',
  async (name, has) => {
    for (const role of ['root', 'child'] as const) {
      const shown = tools.specs(role).map((spec) => spec.name)
      expect(shown.includes(name)).toBe(has[role])
      expect(shown.every((each) => MATRIX.some(([known]) => known === each))).toBe(true)
      const { check } = await tools.inspect(
        { name, input: { type: 'object', value: {} } },
        { folder: '/', role },
      )
      const isUnknown = check.type === 'unusable' && check.text.includes(`no tool called ${name}.`)
      expect(isUnknown).toBe(!has[role])
    }
  },
)
