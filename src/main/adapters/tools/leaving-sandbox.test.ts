import { afterAll, describe, expect, test } from 'vitest'
import { type CallInput, textsOf } from '../../../shared/messages/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { SandboxPolicy } from '../../core/machine/sandbox-policy.ts'
import type { ToolOutcome, ToolPort } from '../../runtime/ports/ports.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { NOTHING_PRINTED } from '../processes/output/printed.ts'
import type { JobLook } from '../processes/jobs/job-control.ts'
import type { RunOutcome } from '../processes/runs/run-outcome.ts'
import type { RunRequest } from '../processes/runs/start-run.ts'
import { describeLook } from './job-words.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

const data = temporaryFolder()
afterAll(() => data[Symbol.dispose]())

function object(value: Readonly<Record<string, unknown>>): CallInput {
  return { type: 'object', value }
}

/** Tools whose commands end with this outcome, and are recorded. */
function toolsThat(outcome: RunOutcome, noted: RunRequest[] = []): ToolPort {
  return toolsOn(data.path, {
    supervisor: {
      run: (request) => {
        noted.push(request)
        return Promise.resolve(outcome)
      },
      holdsOutput: () => false,
      findings: () => [],
      jobs: {
        ...NO_JOBS,
        start: (request) => {
          noted.push(request)
          return Promise.resolve({ type: 'aborted' })
        },
      },
    },
  })
}

interface Options {
  readonly sandboxPolicy: SandboxPolicy | null
  readonly isApproved: boolean
}

const SANDBOXED = { folder: 'writable', network: true } as const

function runOn(
  tools: ToolPort,
  { name, input }: { readonly name: string; readonly input: CallInput },
  { sandboxPolicy = SANDBOXED, isApproved = false }: Partial<Options> = {},
): Promise<ToolOutcome> {
  const check = { digest: '', action: 'command', subject: null } as const
  const verdict = { type: 'run', limitMs: 1, isApproved, mayWrite: true, editedTo: null } as const
  return tools.run({
    conversationId: ConversationId.parse('c'),
    workId: WorkId.parse('w'),
    call: { ...check, callId: CallId.parse('call'), name, input, verdict },
    folder: '/',
    sandboxPolicy,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    isKnownToModel: () => false,
  })
}

describe.each([
  ['bash', {}],
  ['bash_background', { action: 'start' }],
])('a command of %s outside the sandbox', (name, options) => {
  const leaving = object({
    ...options,
    command: 'make',
    outside_sandbox: true,
    reason: 'It installs.',
  })

  /** The sandbox policy that the supervisor is asked for. */
  async function policyOf(
    input: CallInput,
    isApproved: boolean,
    sandboxPolicy: SandboxPolicy = SANDBOXED,
  ): Promise<unknown> {
    const noted: RunRequest[] = []
    const permission = { isApproved, sandboxPolicy }
    await runOn(toolsThat({ type: 'aborted' }, noted), { name, input }, permission)
    return noted[0]?.sandboxPolicy
  }

  test('reaches outside, so a person is asked', async () => {
    const at = { folder: '/', caller: 'root' } as const
    const facts = await toolsThat({ type: 'aborted' }).inspect({ name, input: leaving }, at)
    expect(facts.check).toMatchObject({ type: 'runnable', reach: 'outside' })
  })

  test("runs outside only with a person's approval", async () => {
    expect(await policyOf(leaving, true)).toBeNull()
    expect(await policyOf(leaving, false)).toEqual(SANDBOXED)
    expect(await policyOf(object({ ...options, command: 'make' }), true)).toEqual(SANDBOXED)
  })

  test('stays inside once the conversation has become read-only', async () => {
    const reading = { folder: 'readOnly', network: true } as const
    expect(await policyOf(leaving, true, reading)).toEqual(reading)
  })
})

test('a command that failed because of the sandbox explains how to continue; other failures do not', async () => {
  const printed = { ...NOTHING_PRINTED, text: 'touch: /etc/x: Read-only file system\n' }
  const exited = { type: 'exited', code: 1, durationMs: 1, printed } as const
  const call = { name: 'bash', input: object({ command: 'touch /etc/x' }) }
  const refused = await runOn(toolsThat(exited), call)
  expect(refused.summary).toBe('refused by the sandbox')
  expect(textsOf(refused.content).join('')).toContain('outside_sandbox: true')
  const others = [
    await runOn(toolsThat({ ...exited, code: 0 }), call),
    await runOn(toolsThat(exited), call, { sandboxPolicy: null }),
    await runOn(toolsThat({ ...exited, printed: NOTHING_PRINTED }), call),
  ]
  for (const { content } of others) expect(textsOf(content).join('')).not.toContain('outside')
})

test('a background job that failed because of the sandbox explains how to continue; other ends do not', () => {
  const look = {
    number: 1,
    command: 'make',
    phase: { type: 'exited', code: 1, at: 2 },
    sandboxPolicy: { folder: 'writable', network: false },
    ageMs: 1,
    printed: { ...NOTHING_PRINTED, text: 'curl: (6) Could not resolve host: a.example' },
  } as const
  const verdict = (options: Partial<JobLook>): string =>
    textsOf(describeLook({ ...look, ...options }, { hasWaited: false }).content).join('')
  expect(verdict({})).toContain('outside_sandbox: true')
  for (const other of [
    { sandboxPolicy: null },
    { phase: { type: 'running' } },
    { phase: { type: 'exited', code: 0, at: 2 } },
  ] as const)
    expect(verdict(other)).not.toContain('outside_sandbox')
})
