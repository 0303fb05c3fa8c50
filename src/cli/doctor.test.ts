import { expect, test } from 'vitest'
import type { McpServerView } from '../shared/mcp-server.ts'
import { appError } from '../shared/app-error.ts'
import { failed, ok } from '../shared/result.ts'
import { ANTHROPIC_ENDPOINT, DEMO_MODEL } from '../shared/models/model-name.ts'
import { VERSION } from '../shared/version.ts'
import { doctor } from './doctor.ts'
import { DoctorReport } from '../shared/doctor-report.ts'
import type { CommandHost, FolderServer } from './terminal.ts'

const OPENED = {
  folderWarning: null,
  sandboxMissing: null,
  storageTrouble: null,
  settings: {
    baseUrlInForce: 'https://api.anthropic.com',
    endpoints: [],
    keySource: 'environment',
    keys: { keyring: 'here' },
    modelInForce: `${ANTHROPIC_ENDPOINT}/claude`,
    notices: [],
  },
}

const NO_GH = { state: 'note', what: 'gh: not found', advice: 'Get it.' }

function server(name: string, more: Partial<McpServerView>): Partial<McpServerView> {
  return { name, type: 'stdio', state: 'idle', problem: null, program: 'npx', ...more }
}

/** What it prints and how it ends, on a machine that has these programs. */
async function examined(
  flags: readonly string[],
  machine: {
    readonly opened?: object
    readonly servers?: readonly Partial<McpServerView>[]
    /** What is wrong with the person's file of servers. */
    readonly problem?: string | null
    readonly tokens?: unknown
    readonly programs?: readonly string[]
    readonly isClosed?: boolean
    readonly examined?: readonly object[]
    readonly inFolder?: readonly FolderServer[]
  } = {},
): Promise<{ readonly code: number; readonly out: string }> {
  const { inFolder = [], isClosed = false, opened = {}, programs = [], servers = [] } = machine
  const { problem = null, tokens = ok({ tokens: [] }) } = machine
  let out = ''
  const request = (name: string): unknown => {
    if (name === 'mcp.list') return ok({ servers, problem })
    return name === 'token.list' ? tokens : ok({ ...OPENED, ...opened })
  }
  const host = { type: 'own', client: { request }, close: () => Promise.resolve() }
  const environment = {
    terminal: { print: (text: string) => (out += text), folder: '/work' },
    dataFolder: '/data',
    folderServers: (folder: string) =>
      Promise.resolve({
        folder,
        servers: inFolder,
        problems: inFolder.length === 0 ? [] : [`Of ${folder}.`],
      }),
    examine: () => Promise.resolve(machine.examined ?? [NO_GH]),
    hasProgram: (name: string) => programs.includes(name),
    openHost: () => Promise.resolve(isClosed ? failed('It is in use.') : ok(host)),
  } as unknown as CommandHost
  const code = await doctor(new Map(flags.map((flag) => [flag, ''])), [], environment)
  return { code, out }
}

test('a missing optional program is a note, and a missing required one makes the exit code 1', async () => {
  const good = await examined([])
  expect(good.code).toBe(0)
  expect(good.out).toContain('note    gh: not found\n        Get it.\n')
  const settings = { ...OPENED.settings, keySource: 'none' }
  const bad = await examined([], { opened: { settings } })
  expect(bad.code).toBe(1)
  expect(bad.out).toMatch(/^missing Model: .*: no key is set\n {8}Enter one in Settings/m)
  const demo = await examined([], {
    opened: { settings: { ...settings, modelInForce: DEMO_MODEL } },
  })
  expect(demo.out).toContain('note    Model: the scripted demo, not a real model\n')
  const closed = await examined([], { isClosed: true })
  expect(closed.code).toBe(1)
  expect(closed.out).toContain('missing Phoenix cannot start here.\n        It is in use.\n')
})

test('a reason that was already told is not repeated', async () => {
  const what = 'Data folder: cannot be used'
  const whole = { state: 'missing', what, advice: 'It is in use.' }
  const { out } = await examined([], { isClosed: true, examined: [whole] })
  expect(out.match(/It is in use/g)).toHaveLength(1)
  expect(out).toMatch(/missing Phoenix cannot start here\.\n(?! )/)
  const begun = await examined([], { isClosed: true, examined: [{ ...whole, advice: 'It is' }] })
  expect(begun.out).toContain('missing Phoenix cannot start here.\n        in use.\n')
})

test('files of servers and tokens that cannot be read are reported', async () => {
  const { code, out } = await examined([], {
    problem: 'Your servers could not be read.',
    tokens: failed(appError('storage', 'tokens.json cannot be read.')),
  })
  expect(code).toBe(0)
  expect(out).toContain(
    'note    Tokens: could not be listed\n        tokens.json cannot be read.\n',
  )
  expect(out).toContain(
    'note    MCP servers: not all of them can be used\n        Your servers could not be read.\n',
  )
})

test('--json prints the same findings as one object', async () => {
  const { code, out } = await examined(['json'], { isClosed: true })
  expect(code).toBe(1)
  const { findings, ...about } = DoctorReport.strict().parse(JSON.parse(out))
  expect(about).toEqual({ version: VERSION, dataFolder: '/data', folder: '/work' })
  expect(findings.map(({ state }) => state)).toEqual(['ok', 'note', 'missing'])
  expect(findings[1]).toEqual({ state: 'note', what: 'gh: not found', advice: 'Get it.' })
})

test('the commands of MCP servers: which are installed, and how to get the others', async () => {
  const servers = [
    server('memory', {}),
    server('python', { program: 'uvx' }),
    server('own', { program: '/opt/my tools/serve' }),
    server('other', { program: 'serve' }),
    server('far', { type: 'http', program: 'https://example.com/mcp' }),
    server('token', { problem: 'The variable TOKEN is not set.' }),
    server('off', { state: 'off', program: 'nothing' }),
  ]
  const { code, out } = await examined([], { servers, programs: ['npx', '/opt/my tools/serve'] })
  expect(code).toBe(0)
  const told = out.slice(out.indexOf('ok      MCP server'))
  expect(told).toBe(
    [
      'ok      MCP server memory: its command was found',
      'note    MCP server python: uvx was not found',
      '        Install uv from https://docs.astral.sh/uv.',
      'ok      MCP server own: its command was found',
      'note    MCP server other: serve was not found',
      '        Install it, or correct the command in Settings, MCP servers.',
      'ok      MCP server far: at https://example.com/mcp',
      'note    MCP server token: cannot run',
      '        The variable TOKEN is not set.',
      '',
    ].join('\n'),
  )
})

function inFile(name: string, more: Partial<FolderServer> = {}): FolderServer {
  return { name, trust: 'allowed', type: 'stdio', program: 'npx', problem: null, ...more }
}

test('the servers of the folder: whether they are allowed, and whether their commands are there', async () => {
  const inFolder = [
    inFile('new', { trust: 'notAllowed' }),
    inFile('other', { trust: 'changed' }),
    inFile('good'),
    inFile('token', { problem: 'The variable TOKEN is not set.' }),
  ]
  const { code, out } = await examined([], { inFolder, programs: ['npx'] })
  expect(code).toBe(0)
  const allow =
    '        Allow it in the app: Settings, MCP servers, in a conversation of this folder.'
  expect(out.slice(out.indexOf('note    MCP servers from'))).toBe(
    [
      'note    MCP servers from this folder',
      '        Of /work.',
      'note    MCP server new from this folder: not allowed yet, so it is off',
      allow,
      'note    MCP server other from this folder: changed since it was allowed, so it is off',
      allow,
      'ok      MCP server good from this folder: its command was found',
      'note    MCP server token from this folder: cannot run',
      '        The variable TOKEN is not set.',
      '',
    ].join('\n'),
  )
})
