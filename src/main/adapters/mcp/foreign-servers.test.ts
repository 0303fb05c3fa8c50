import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserQuestion } from '../../../shared/messages/user-question.ts'
import type { ToolRun } from '../../runtime/ports/ports.ts'
import { McpServer } from '../../../shared/mcp-server.ts'
import { until } from '../processes/supervisor-fixture.ts'
import { tookToStop } from '../processes/took.fixture.ts'
import { createMcpRig, textOf } from './mcp-rig.fixture.ts'

/** Servers written by others, as in their packages. */
const MODULES = join(import.meta.dirname, '../../../../node_modules/@modelcontextprotocol')
function official(name: string, ...args: readonly string[]): McpServer {
  const file = join(MODULES, `server-${name}`, 'dist/index.js')
  return McpServer.parse({ command: process.execPath, args: [file, ...args] })
}

describe('the official servers', () => {
  const bench = createMcpRig(
    {
      everything: official('everything'),
      memory: official('memory'),
      thinking: official('sequential-thinking'),
    },
    { timing: { startMs: 20_000 } },
  )
  beforeAll(async () => {
    await bench.ready()
    await until(() =>
      bench.servers.connectionsIn(bench.place).every(({ state }) => state === 'running'),
    )
  })
  afterAll(() => bench[Symbol.asyncDispose]())

  test('everything: text, structure, an error and the offer of a resource', async () => {
    expect(textOf(await bench.call('mcp__everything__echo', { message: 'hi' }))).toBe('Echo: hi')
    expect(textOf(await bench.call('mcp__everything__get-sum', { a: 2, b: 40 }))).toContain('42')
    const wrong = await bench.call('mcp__everything__get-sum', { a: 'two' })
    expect(wrong.outcome).toBe('failed')
    expect(textOf(wrong)).toMatch(/invalid|expected/i)
    const structured = await bench.call('mcp__everything__get-structured-content', {
      location: 'New York',
    })
    expect(textOf(structured)).toContain('temperature')
  })

  test('everything: progress is shown during a long call, and Stop ends it', async () => {
    const stop = new AbortController()
    let shown = ''
    const called = bench.call(
      'mcp__everything__trigger-long-running-operation',
      { duration: 60, steps: 600 },
      { signal: stop.signal, onOutput: (text) => (shown += text) },
    )
    await until(() => /\d+ of 600/.test(shown))
    expect((await tookToStop(stop, called)).own).toBeLessThan(5 * 100)
    expect((await called).outcome).toBe('aborted')
    expect(textOf(await bench.call('mcp__everything__echo', { message: 'alive' }))).toContain(
      'alive',
    )
  })

  test('everything: its form is asked field by field, with the values checked before the server gets them', async () => {
    const questions: UserQuestion[] = []
    const ask: ToolRun['ask'] = (_by, question) => {
      questions.push(question)
      const text = questions.length === 1 ? 'Ada' : ''
      const yes = question.options.findIndex(({ label }) => label === 'Yes')
      const preset = question.options.findIndex(({ label }) => /Default|Leave it out/.test(label))
      const options = text === '' ? [Math.max(yes, preset, 0)] : []
      return Promise.resolve({ type: 'answered', options, text })
    }
    const result = await bench.call('mcp__everything__trigger-elicitation-request', {}, { ask })
    expect(result.outcome).toBe('ok')
    expect(textOf(result)).toContain('"name": "Ada"')
    expect(textOf(result)).toMatch(/"integer": 42/)
    expect(questions.length).toBeGreaterThan(10)
    expect(questions[0]?.question).toContain('Please provide inputs')
  })

  test('everything: a declined form differs from an unanswered one', async () => {
    const name = 'mcp__everything__trigger-elicitation-request'
    const declined = await bench.call(name, {}, { ask: async () => ({ type: 'skipped' }) })
    expect(textOf(declined)).toMatch(/declined/i)
    const unanswered = await bench.call(name, {}, { ask: async () => null })
    expect(textOf(unanswered)).toMatch(/cancelled/i)
  })

  test('everything: a page is opened by the person, and a call that needs one first is repeated after it', async () => {
    const questions: UserQuestion[] = []
    const ask: ToolRun['ask'] = (_by, question) => {
      questions.push(question)
      return Promise.resolve({ type: 'answered', options: [0], text: '' })
    }
    const name = 'mcp__everything__trigger-url-elicitation'
    const url = 'https://example.com/pay?order=1'
    const result = await bench.call(name, { url }, { ask })
    expect(textOf(result)).toContain('User completed the URL elicitation flow')
    expect(questions.map(({ link }) => link)).toEqual([url])
    const declined = await bench.call(name, { url }, { ask: async () => ({ type: 'skipped' }) })
    expect(textOf(declined)).toContain('User declined to open the URL')
    const twice = await bench.call(name, { url, errorPath: true }, { ask })
    expect(textOf(twice)).toContain('User completed the URL elicitation flow')
    expect(questions.map(({ link }) => link)).toEqual([
      url,
      'https://modelcontextprotocol.io/',
      url,
    ])
    const first = { url: 'https://example.com/other', errorPath: true }
    const refused = await bench.call(name, first, { ask: async () => ({ type: 'skipped' }) })
    expect(refused.outcome).toBe('failed')
    expect(textOf(refused)).toContain('requires browser-based authorization')
  })

  test('everything: Stop during a question ends the call within 100 ms', async () => {
    const stop = new AbortController()
    const { promise: questionShown, resolve } = Promise.withResolvers<null>()
    const ask: ToolRun['ask'] = () => {
      resolve(null)
      return new Promise(() => {})
    }
    const name = 'mcp__everything__trigger-elicitation-request'
    const called = bench.call(name, {}, { ask, signal: stop.signal })
    await questionShown
    expect((await tookToStop(stop, called)).own).toBeLessThan(5 * 100)
    expect((await called).outcome).toBe('aborted')
    expect(textOf(await bench.call('mcp__everything__echo', { message: 'on' }))).toContain('on')
  })

  test('everything: resources by their address, and prompts with and without arguments', async () => {
    const found = await bench.control.resources(bench.place, 'demo')
    expect(found.length).toBeGreaterThan(0)
    const uri = found[0]?.uri ?? ''
    const read = await bench.call('mcp_read_resource', { server: 'everything', uri })
    expect(read.outcome).toBe('ok')
    expect(textOf(read)).toContain(uri)
    const prompts = await bench.control.prompts(bench.place)
    expect(prompts.map(({ name }) => name)).toContain('simple-prompt')
    const promptRequest = { server: 'everything', name: 'args-prompt', arguments: { city: 'Oslo' } }
    expect(await bench.control.prompt(bench.place, promptRequest)).toMatchObject({
      ok: true,
      value: expect.stringContaining('Oslo'),
    })
  })

  test('memory keeps what it receives, thinking counts its thoughts', async () => {
    const entities = [{ name: 'Phoenix', entityType: 'app', observations: ['rises'] }]
    expect((await bench.call('mcp__memory__create_entities', { entities })).outcome).toBe('ok')
    expect(textOf(await bench.call('mcp__memory__read_graph'))).toContain('rises')
    const thought = await bench.call('mcp__thinking__sequentialthinking', {
      thought: 'one',
      thoughtNumber: 1,
      totalThoughts: 1,
      nextThoughtNeeded: false,
    })
    expect(textOf(thought)).toContain('"thoughtNumber": 1')
  })
})

test('filesystem: a folder’s file configures it, and its root is the folder', async () => {
  await using bench = createMcpRig({}, { timing: { startMs: 20_000 } })
  writeFileSync(join(bench.folder, 'notes.txt'), 'from the folder')
  mkdirSync(join(bench.folder, 'src'))
  bench.writeFile({ files: official('filesystem', bench.folder) })
  await bench.ready()
  expect(bench.names()).toEqual([])
  const { servers } = await bench.control.list(bench.place)
  const hash = servers[0]?.hash ?? ''
  await bench.control.allow(bench.place, { name: 'files', hash, isAllowed: true })
  await bench.ready()
  await until(() => bench.names().length > 0)
  const path = join(bench.folder, 'notes.txt')
  expect(textOf(await bench.call('mcp__files__read_text_file', { path }))).toContain(
    'from the folder',
  )
  expect(textOf(await bench.call('mcp__files__list_allowed_directories'))).toContain(bench.folder)
  expect((await bench.call('mcp__files__read_text_file', { path: '/etc/passwd' })).outcome).toBe(
    'failed',
  )
})
