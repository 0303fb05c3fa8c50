import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { Context } from '../../core/machine/context.ts'
import type { CallFacts } from '../../core/machine/event.ts'
import { judge } from '../../core/round/permission-policy.ts'
import { testContext } from '../../core/testing/test-context.ts'
import type { ToolOutcome, ToolPort, ToolRun } from '../../runtime/ports/ports.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import {
  Gate,
  PATIENT,
  supervisorOn,
  temporaryFolder,
  until,
} from '../processes/supervisor-fixture.ts'
import { textsOf } from '../../../shared/messages/content.ts'
import type { JobControl } from '../processes/jobs/job-control.ts'
import { createBashBackground } from './bash-background.ts'
import type { Tool } from './definition/tool.ts'
import { toolsOn } from './tools-on.fixture.ts'

const data = temporaryFolder()
let supervisor: Supervisor
let tools: ToolPort
beforeAll(() => {
  supervisor = supervisorOn(data.path, PATIENT)
  tools = toolsOn(data.path, { supervisor })
})
afterAll(async () => {
  await supervisor.close()
  data[Symbol.dispose]()
})

let count = 0
const freshConversation = (): ConversationId => ConversationId.parse(`c${++count}`)

async function ask(
  conversationId: ConversationId,
  value: Record<string, unknown>,
  options: Partial<ToolRun> = {},
): Promise<ToolOutcome & { readonly text: string }> {
  const outcome = await tools.run({
    conversationId,
    workId: WorkId.parse(`background-${++count}`),
    call: {
      callId: CallId.parse('call'),
      name: 'bash_background',
      input: { type: 'object', value },
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
  return { ...outcome, text: textsOf(outcome.content).join('') }
}

function inspect(value: Record<string, unknown>, name = 'bash_background'): Promise<CallFacts> {
  return tools.inspect({ name, input: { type: 'object', value } }, { folder: '/', caller: 'root' })
}

describe("what needs a person's approval", () => {
  test('a start is a command: never in read-only, asked in Ask, whatever rules bash has', async () => {
    const facts = await inspect({ action: 'start', command: 'npm run dev' })
    expect(facts.check).toMatchObject({ action: 'command', subject: 'npm run dev' })
    const rules = [{ tool: 'bash', subject: 'npm run dev', match: 'exact' } as const]
    const verdict = (options: Partial<Context>): string =>
      judge(facts, 0, { ...testContext(), ...options }).type
    expect(verdict({ permissionMode: 'readOnly' })).toBe('refuse')
    expect(verdict({ permissionMode: 'ask', rules })).toBe('ask')
    expect(verdict({ permissionMode: 'auto' })).toBe('run')
    const own = [{ tool: 'bash_background', subject: 'npm run dev', match: 'exact' } as const]
    expect(verdict({ permissionMode: 'ask', rules: own })).toBe('run')
  })

  test('output and stop run in every mode', async () => {
    for (const action of ['output', 'stop']) {
      const facts = await inspect({ action, job: 1 })
      expect(judge(facts, 0, { ...testContext(), permissionMode: 'readOnly' }).type).toBe('run')
    }
  })

  test.for([
    [{ action: 'start' }, 'start needs a command'],
    [{ action: 'start', command: ' ' }, 'start needs a command'],
    [{ action: 'output' }, 'output needs a job'],
    [{ action: 'stop' }, 'stop needs a job'],
    [{ action: 'restart', job: 1 }, 'action'],
  ] as const)('an incomplete input is answered, not run: %o', async ([value, words]) => {
    const { check } = await inspect(value)
    expect(check).toMatchObject({ type: 'unusable', text: expect.stringContaining(words) })
  })

  test('a call may take as long as its wait argument', async () => {
    const { check } = await inspect({ action: 'output', job: 1, wait_seconds: 120 })
    expect(check).toMatchObject({ limitMs: 125_000 })
  })
})

describe('bash_background', () => {
  test('starts, returns new output, stops', async () => {
    const id = freshConversation()
    const shown: string[] = []
    const onOutput = (text: string): void => void shown.push(text)
    const gate = new Gate(data.path)
    const command = `echo ready; ${gate.wait}; echo request; sleep 60`
    const start = await ask(id, { action: 'start', command }, { onOutput })
    expect(start).toMatchObject({ outcome: 'ok', summary: 'job 1: running' })
    expect(start.text).toMatch(/^ready\njob 1: running · \d+ s$/)
    expect(shown.join('')).toBe('ready\n')
    gate.open()
    const output = await ask(id, { action: 'output', job: 1, wait_seconds: 60 })
    expect(output.text).toMatch(/^request\njob 1: running/)
    const again = await ask(id, { action: 'output', job: 1 })
    expect(again.text).toMatch(/^\(nothing new printed\)\njob 1: running/)
    const lines = await ask(id, { action: 'output', job: 1, lines: 2 })
    expect(lines.text).toBe('ready\nrequest')
    const stop = await ask(id, { action: 'stop', job: 1 })
    expect(stop).toMatchObject({ outcome: 'ok', summary: 'job 1: stopped' })
    expect(supervisor.jobsOf(id)).toEqual([])
  })

  test('says at once that a server could not start', async () => {
    const start = await ask(freshConversation(), {
      action: 'start',
      command: 'echo "port is taken"; exit 1',
    })
    expect(start).toMatchObject({ outcome: 'failed', summary: 'job 1: exit 1' })
    expect(start.text).toContain('port is taken')
  })

  test('names the running jobs when a fifth is requested', async () => {
    const id = freshConversation()
    const starts = [1, 2, 3, 4].map((each) =>
      ask(id, { action: 'start', command: `echo ready; sleep 60; true ${each}` }),
    )
    await Promise.all(starts)
    const fifth = await ask(id, { action: 'start', command: 'true' })
    expect(fifth.outcome).toBe('failed')
    for (const each of [1, 2, 3, 4])
      expect(fifth.text).toContain(`job ${each} (echo ready; sleep 60; true ${each}): running`)
    supervisor.endJobs(id)
  })

  test('a job ended by itself or by the user is reported with the next answer, once', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    const ends = `echo ready; ${gate.wait}; exit 3`
    const commands = ['echo ready; sleep 60', ends, 'echo ready; sleep 61']
    await Promise.all(commands.map((command) => ask(id, { action: 'start', command })))
    gate.open()
    await until(() => supervisor.jobsOf(id).some(({ phase }) => phase.type === 'exited'))
    const [first] = supervisor.jobsOf(id)
    if (first === undefined) throw new Error('it is not listed')
    await supervisor.end(first.workId)
    const answer = await ask(id, { action: 'output', job: 3 })
    expect(answer.text).toContain('Ended in the meantime')
    expect(answer.text).toContain('job 1 (echo ready; sleep 60): ended by the user')
    expect(answer.text).toContain(`job 2 (${ends}): exit 3`)
    const next = await ask(id, { action: 'output', job: 3 })
    expect(next.text).not.toContain('Ended in the meantime')
    supervisor.endJobs(id)
  })

  test('the end of a job is also reported with its last lines, which do not say it', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    const command = `echo ready; ${gate.wait}; echo done; exit 3`
    await ask(id, { action: 'start', command })
    gate.open()
    await until(() => supervisor.jobsOf(id).some(({ phase }) => phase.type === 'exited'))
    const lines = await ask(id, { action: 'output', job: 1, lines: 1 })
    expect(lines.text).toMatch(/^done\nEnded in the meantime.*\njob 1 .*: exit 3$/)
  })

  test('an end that a cancelled call would have reported is reported with the next answer', async () => {
    const id = freshConversation()
    const gate = new Gate(data.path)
    const ends = `echo ready; ${gate.wait}; exit 3`
    for (const command of [ends, 'echo ready; sleep 60'])
      await ask(id, { action: 'start', command })
    const stop = new AbortController()
    const waiting = ask(id, { action: 'output', job: 2, wait_seconds: 60 }, { signal: stop.signal })
    gate.open()
    await until(() => supervisor.jobsOf(id).some(({ phase }) => phase.type === 'exited'))
    stop.abort()
    expect((await waiting).outcome).toBe('aborted')
    expect((await ask(id, { action: 'output', job: 2 })).text).toContain(`job 1 (${ends}): exit 3`)
    supervisor.endJobs(id)
  })

  test('an unknown job gives a sentence that names the known ones', async () => {
    const id = freshConversation()
    const none = await ask(id, { action: 'output', job: 4 })
    expect(none).toMatchObject({ outcome: 'failed' })
    expect(none.text).toContain('There is no background job 4')
    expect(none.text).toContain('There are none.')
    for (const action of ['stop', 'output'])
      expect((await ask(id, { action, job: 1, lines: 3 })).outcome).toBe('failed')
  })

  test('two looks at a quiet job are the same call with the same result, unless they waited', async () => {
    const id = freshConversation()
    await ask(id, { action: 'start', command: 'echo ready; sleep 60' })
    const look = (wait_seconds: number): Promise<ToolOutcome> =>
      ask(id, { action: 'output', job: 1, wait_seconds })
    expect((await look(0)).digest).toBe((await look(0)).digest)
    expect((await look(1)).digest).not.toBe((await look(1)).digest)
    supervisor.endJobs(id)
  })

  test('a call cancelled while it waits says so, and the job keeps running', async () => {
    const id = freshConversation()
    await ask(id, { action: 'start', command: 'echo ready; sleep 60' })
    const stop = new AbortController()
    const waiting = ask(id, { action: 'output', job: 1, wait_seconds: 60 }, { signal: stop.signal })
    stop.abort()
    expect((await waiting).outcome).toBe('aborted')
    expect(supervisor.jobsOf(id)).toMatchObject([{ phase: { type: 'running' } }])
    supervisor.endJobs(id)
  })
})

test('a job that does not end in time is reported as stopping, not as stopped by the user', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const printed = { text: 'Shutting down.', bytes: 14, leftOut: 0 }
  const phase = { type: 'ending', by: 'model' }
  const look = { number: 1, command: 'serve', phase, printed, ageMs: 5_000, sandboxPolicy: null }
  const jobs = {
    stop: () => new Promise(() => {}),
    look: () => Promise.resolve(look),
    news: () => [],
  } as unknown as JobControl
  const tool = createBashBackground(jobs)
  const call = { input: { type: 'object', value: { action: 'stop', job: 1 } } }
  const signal = new AbortController().signal
  const inspected = await tool.inspect(call.input as Parameters<Tool['inspect']>[0], '/work')
  const stopped = tool.run({
    call,
    signal,
    conversationId: freshConversation(),
  } as unknown as ToolRun)
  await vi.advanceTimersByTimeAsync(5_000)
  const { content, outcome } = await stopped
  expect(outcome).toBe('ok')
  expect(textsOf(content).join('')).toBe('Shutting down.\njob 1: stopping · 5 s')
  // The call's own limit comes later, or it would answer first.
  expect(inspected.check).toMatchObject({ limitMs: expect.toSatisfy((ms: number) => ms > 5_000) })
})
