import { expect, test } from 'vitest'
import type { UserQuestion } from '../../../../shared/messages/user-question.ts'
import type { ToolRun } from '../../../runtime/ports/ports.ts'
import { until } from '../../processes/supervisor-fixture.ts'
import { createMcpRig, textOf, unruly } from '../mcp-rig.fixture.ts'

const TIMING = { startMs: 10_000, backoffMs: 50 }
const ECHO = 'mcp__u__echo'

test('a server that asks a person and dies, or keeps asking, cannot keep its call open', async () => {
  await using bench = createMcpRig(
    { dies: unruly('asks-and-dies'), again: unruly('asks-forever') },
    { timing: TIMING },
  )
  await bench.ready()
  await until(() => bench.names().length === 2)
  const died = await bench.call('mcp__dies__echo', {}, { ask: () => new Promise(() => {}) })
  expect(died.outcome).toBe('failed')
  expect(textOf(died)).toMatch(/ended during the call\. It ended by itself \(exit 7\)/)
  const stop = new AbortController()
  let askCount = 0
  const ask: ToolRun['ask'] = () => {
    askCount += 1
    return Promise.resolve(null)
  }
  const called = bench.call('mcp__again__echo', {}, { ask, signal: stop.signal })
  await until(() => bench.control.log(bench.place, 'again').includes('cannot be asked'))
  stop.abort()
  expect((await called).outcome).toBe('aborted')
  expect(askCount).toBe(1)
}, 20_000)

test('the clock of a call pauses while a person thinks, and resumes after the answer', async () => {
  const own = { u: { ...unruly('asks-forever'), timeout: 1_000 } }
  await using bench = createMcpRig(own, { timing: TIMING })
  await bench.ready()
  const startedAt = performance.now()
  let askCount = 0
  const ask: ToolRun['ask'] = async () => {
    askCount += 1
    if (askCount > 1) return null
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    return { type: 'answered', options: [], text: 'x' }
  }
  const result = await bench.call(ECHO, {}, { ask })
  expect(result.outcome).toBe('timedOut')
  expect(performance.now() - startedAt).toBeGreaterThan(2_400)
}, 20_000)

test('a question withdrawn by the server disappears, and its next one is asked', async () => {
  await using bench = createMcpRig({ u: unruly('asks-and-withdraws') }, { timing: TIMING })
  await bench.ready()
  const questions: string[] = []
  const ask: ToolRun['ask'] = (_by, { question }, withdrawn) => {
    questions.push(question.split('\n')[0] ?? '')
    if (questions.length > 1) return Promise.resolve({ type: 'answered', options: [], text: 'x' })
    void bench.servers.connectionsIn(bench.place)[0]?.running?.client.ping()
    return new Promise((resolve) => withdrawn.addEventListener('abort', () => resolve(null)))
  }
  const result = await bench.call(ECHO, {}, { ask })
  expect(questions).toEqual(['Well? (905)', 'Well? (906)'])
  expect(textOf(result)).toContain('"action":"accept"')
}, 20_000)

/** A user who always chooses the option with this label. */
function choosing(label: string): { questions: UserQuestion[]; ask: NonNullable<ToolRun['ask']> } {
  const questions: UserQuestion[] = []
  const ask: NonNullable<ToolRun['ask']> = (_by, question) => {
    questions.push(question)
    const at = question.options.findIndex((each) => each.label === label)
    return Promise.resolve({ type: 'answered', options: [at], text: '' })
  }
  return { questions, ask }
}

test('a field that the person leaves out is not sent, though it has a default', async () => {
  await using bench = createMcpRig({ u: unruly('asks-a-person') }, { timing: TIMING })
  await bench.ready()
  const left = textOf(await bench.call(ECHO, {}, choosing('Leave it out')))
  expect(left).toContain('"action":"accept"')
  expect(left).not.toContain('"a":')
  expect(textOf(await bench.call(ECHO, {}, choosing('Yes')))).toContain('"a":true')
}, 20_000)

test('a page is asked for with its host and its whole address; script and a name ahead of the host are not', async () => {
  const modes = ['asks-by-link', 'asks-by-script', 'asks-by-lookalike'] as const
  const own = Object.fromEntries(modes.map((mode) => [mode, unruly(mode)]))
  await using bench = createMcpRig(own, { timing: TIMING })
  await bench.ready()
  await until(() => bench.names().length === modes.length)
  const opened = choosing('I have opened it')
  expect(textOf(await bench.call('mcp__asks-by-link__echo', {}, opened))).toContain('"accept"')
  const address = 'https://example.com/in?a=1'
  expect(opened.questions[0]).toMatchObject({ link: address })
  expect(opened.questions[0]?.question).toBe(
    `Sign in\n\nIt wants you to open a page at example.com:\n${address}`,
  )
  const declined = choosing('Decline')
  expect(textOf(await bench.call('mcp__asks-by-link__echo', {}, declined))).toContain('"decline"')
  const unanswered = await bench.call('mcp__asks-by-link__echo', {}, { ask: async () => null })
  expect(textOf(unanswered)).toContain('"cancel"')
  for (const mode of ['asks-by-script', 'asks-by-lookalike']) {
    const never = choosing('I have opened it')
    expect(textOf(await bench.call(`mcp__${mode}__echo`, {}, never))).toContain('"cancel"')
    expect(never.questions).toEqual([])
  }
}, 20_000)

test('a call that needs a page first is repeated once after it was opened, and ends if that was in vain or declined', async () => {
  await using bench = createMcpRig({ u: unruly('needs-a-page-forever') }, { timing: TIMING })
  await bench.ready()
  for (const label of ['I have opened it', 'Decline']) {
    const person = choosing(label)
    const result = await bench.call(ECHO, {}, person)
    expect(result.outcome).toBe('failed')
    expect(textOf(result)).toMatch(/First sign in/)
    expect(person.questions).toHaveLength(1)
  }
  const stop = new AbortController()
  const ask: ToolRun['ask'] = () => {
    stop.abort()
    return new Promise(() => {})
  }
  expect((await bench.call(ECHO, {}, { ask, signal: stop.signal })).outcome).toBe('aborted')
}, 20_000)
