import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallFacts } from '../../core/machine/event.ts'
import { SPAWN_SPEC } from '../../core/request/agent-tools.ts'
import type { ToolPort } from '../../runtime/ports/ports.ts'
import type { TrustPort } from '../../runtime/ports/servers/trust-port.ts'
import type { ToolUser } from '../../runtime/ports/tool-user.ts'
import { ConversationId } from '../../../shared/ids.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createSpawn } from '../tools/agents.ts'
import { FolderTrust } from '../trust/folder-trust.ts'
import { createTrustControl } from '../trust/trust-control.ts'
import { agentPort, withAgents } from './agent-tools.ts'
import { Agents } from './agents.ts'

let base: ReturnType<typeof temporaryFolder>
let work: string
let agents: Agents
let tools: ToolPort
let control: TrustPort
let user: ToolUser

beforeEach(() => {
  base = temporaryFolder()
  work = join(base.path, 'work')
  const home = join(base.path, 'home')
  const dataFolder = join(home, 'data')
  for (const each of [work, dataFolder]) mkdirSync(each, { recursive: true })
  const trust = new FolderTrust(dataFolder)
  agents = new Agents({ home, dataFolder, trust })
  control = createTrustControl({ sources: [(at) => agents.viewsIn(at)], trust, home })
  const spawn = createSpawn()
  tools = withAgents(
    {
      specs: () => [SPAWN_SPEC],
      inspect: async ({ name, input }) => ({ name, input, ...(await spawn.inspect(input, work)) }),
      preview: () => Promise.resolve({ type: 'none' }),
      run: () => Promise.reject(new Error('not run')),
    },
    agents,
  )
  user = { caller: 'root', model: 'm', hasThought: () => false, folder: work }
})
afterEach(() => base[Symbol.dispose]())

function write(path: string, front: string, body = 'Be strict.'): void {
  mkdirSync(dirname(join(base.path, path)), { recursive: true })
  writeFileSync(join(base.path, path), `---\n${front}\n---\n${body}\n`)
}

async function offered(): Promise<string> {
  await tools.ready?.(user, new AbortController().signal)
  return tools.specs(user)[0]?.description.slice(SPAWN_SPEC.description.length) ?? ''
}

async function spawned(...tasks: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const call = { name: 'spawn_agents', input: { type: 'object', value: { tasks } } } as const
  const at = { caller: 'root', conversationId: ConversationId.parse('c'), folder: work } as const
  const { check }: CallFacts = await tools.inspect(call, at)
  return check.type === 'unusable' ? check.text : 'runnable'
}

test('agents are listed with their purpose and what they may do', async () => {
  write(
    'home/.claude/agents/reviewer.md',
    'name: reviewer\ndescription: Reviews\ntools: Read, Grep',
  )
  write('home/.config/opencode/agent/writer.md', 'description: Writes\nmode: subagent')
  write('home/.config/opencode/agent/plan.md', 'description: Plans\nmode: primary')
  write('work/.claude/agents/folder.md', 'name: folder\ndescription: Theirs')
  expect(await offered()).toMatch(
    /- reviewer \(kind explorer\): Reviews\n- writer \(kind worker\): Writes$/,
  )
  expect(agentPort(agents).wordsOf(work, 'reviewer')).toMatch(/agent reviewer.*Be strict\./s)
  expect(agentPort(agents).wordsOf(work, 'folder')).toBeNull()
})

test('a folder’s agent is offered once it is allowed, in the version that was allowed', async () => {
  write('work/.agents/agents/folder.md', 'name: folder\ndescription: Theirs')
  expect(await offered()).toBe('')
  expect(await spawned({ task: 'x', agent: 'folder' })).toMatch(/no agent folder that may be used/)
  for (const file of await control.list(work))
    await control.allow(work, { ...file, isAllowed: true })
  expect(await offered()).toMatch(/- folder/)
  expect(await spawned({ task: 'x', agent: 'folder' })).toBe('runnable')
  write('work/.agents/agents/folder.md', 'name: folder\ndescription: Theirs', 'Be evil.')
  expect(await spawned({ task: 'x', agent: 'folder' })).toMatch(/no agent folder that may be used/)
  expect(agentPort(agents).wordsOf(work, 'folder')).toBeNull()
})

test('an agent that only reads is always started as an explorer', async () => {
  write('home/.claude/agents/reviewer.md', 'name: reviewer\ndescription: Reviews\ntools: Read')
  expect(await spawned({ task: 'x', agent: 'reviewer' })).toMatch(/Call it with kind explorer/)
  expect(await spawned({ task: 'x', agent: 'reviewer', kind: 'explorer' })).toBe('runnable')
  expect(await spawned({ task: 'x' })).toBe('runnable')
})

test.each([
  ['tools: Read, Grep, Glob, Bash', 'explorer'],
  ['tools: Read, Edit', 'worker'],
  ['tools: [Read, Write]', 'worker'],
  ['tools: "*"', 'worker'],
  ['tools: []', 'explorer'],
  ['disallowedTools: Write, Edit', 'explorer'],
  ['tools:\n  write: false\n  edit: false', 'explorer'],
  ['permission:\n  edit: deny', 'explorer'],
  ['permissionMode: plan', 'explorer'],
  ['model: opus', 'worker'],
])('with %j it is an %s', async (front, kind) => {
  write('home/.claude/agents/a.md', `description: A\n${front}`)
  await offered()
  expect(agents.usableIn(work)).toMatchObject([{ name: 'a', kind, model: null }])
})

test('a model is used if it is an id', async () => {
  write('home/.claude/agents/a.md', 'description: A\nmodel: claude-sonnet-4-5')
  expect(await offered()).toMatch(/\(kind worker, model claude-sonnet-4-5\)/)
})

test('the names of built-in kinds are reserved', async () => {
  write('home/.claude/agents/explorer.md', 'description: Mine')
  expect(await offered()).toBe('')
  expect((await control.list(work))[0]?.problems.join()).toMatch(
    /Another explorer takes precedence/,
  )
})
