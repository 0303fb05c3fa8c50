import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judge } from '../../core/round/permission-policy.ts'
import { testContext } from '../../core/testing/test-context.ts'
import { HOSTILE_PATHS, plantEscapes, pathOn, SECRET } from '../files/hostile-paths.fixture.ts'
import { Workspace } from './calling.fixture.ts'
import { workspaceForEachTest } from './workspace-for-each.fixture.ts'

let workspace: Workspace
workspaceForEachTest(
  () => new Workspace(),
  (made) => {
    workspace = made
    plantEscapes(workspace)
  },
)

/** Part of the secret: showing it reveals more than what was asked. */
const PART = SECRET.slice(1)
/** The most permissive mode: what it runs without asking is the most that ever runs without asking. */
const context = { ...testContext(), permissionMode: 'auto' } as const

function patchOf(text: string): Record<string, unknown> {
  return { patch: `*** Begin Patch\n${text}\n*** End Patch` }
}

/** A call of each tool at a path. */
const ESCAPES: readonly (readonly [
  door: string,
  tool: string,
  input: (path: string) => Record<string, unknown>,
])[] = [
  ['read', 'read_file', (path) => ({ path })],
  ['list', 'list_files', (path) => ({ path })],
  ['search', 'grep', (path) => ({ pattern: PART, path })],
  ['search by glob', 'grep', (path) => ({ pattern: PART, glob: path })],
  ['find', 'glob', (path) => ({ pattern: '*', path })],
  ['find by glob', 'glob', (path) => ({ pattern: path })],
  ['write', 'write_file', (path) => ({ path, content: 'planted' })],
  ['edit', 'edit_file', (path) => ({ path, old_string: PART, new_string: 'planted' })],
  ['create', 'apply_patch', (path) => patchOf(`*** Add File: ${path}\n+planted`)],
  ['delete', 'apply_patch', (path) => patchOf(`*** Delete File: ${path}`)],
  ['move', 'apply_patch', (path) => patchOf(`*** Update File: mine\n*** Move to: ${path}\n-a\n+b`)],
]

/** Everything outside the folder, with its content; what Phoenix keeps for undo is its own. */
function outsideFiles(): Record<string, string> {
  const found: Record<string, string> = {}
  for (const folder of [workspace.outside, workspace.home, workspace.dataFolder]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (path.startsWith(join(workspace.dataFolder, 'undo'))) continue
      if (entry.isFile()) found[path] = readFileSync(path, 'utf8')
      else found[path] = entry.isSymbolicLink() ? readlinkSync(path) : ''
    }
  }
  return found
}

test.for(ESCAPES)(
  'row 29, %s: no spelling of a path leads out of the folder without asking',
  { timeout: 120_000 },
  async ([door, tool, inputOf]) => {
    expect(HOSTILE_PATHS.length).toBeGreaterThanOrEqual(80)
    const before = outsideFiles()
    let worked = 0
    for (const [path, judged] of HOSTILE_PATHS) {
      // As before the last call.
      for (const name of ['mine', 'src/a.ts']) workspace.write(name, `a\n${PART}\n`)
      const input = inputOf(pathOn(workspace, path))
      const facts = await workspace.inspect(tool, input)
      if (judge(facts, 0, context).type !== 'run') continue
      if ('path' in input) expect([path, judged]).toEqual([path, 'inside'])
      const { outcome, text } = await workspace.run(facts)
      if (outcome === 'ok') worked += 1
      expect([path, text.includes(SECRET)]).toEqual([path, false])
    }
    // Of the spellings that stay inside, only `.` is a folder.
    expect(worked).toBeGreaterThanOrEqual(['list', 'find'].includes(door) ? 1 : 8)
    expect(outsideFiles()).toEqual(before)
  },
)
