import { afterAll, describe, expect, test } from 'vitest'
import { type CallInput, textsOf } from '../../../shared/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ToolPort } from '../../runtime/ports.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { NOTHING_PRINTED } from '../processes/printed.ts'
import type { JobLook } from '../processes/job-table.ts'
import { describeLook } from './job-words.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

const data = temporaryFolder()
afterAll(() => data[Symbol.dispose]())

function object(value: Readonly<Record<string, unknown>>): CallInput {
  return { type: 'object', value }
}

/** Notes what each command is to be confined to, and runs none. */
function toolsWith(asked: unknown[]): ToolPort {
  return toolsOn(data.path, {
    supervisor: {
      run: (request) => {
        asked.push(request.confinement)
        return Promise.resolve({ type: 'aborted' })
      },
      holdsOutput: () => false,
      jobs: {
        ...NO_JOBS,
        start: (request) => {
          asked.push(request.confinement)
          return Promise.resolve({ type: 'aborted' })
        },
      },
    },
  })
}

describe.each([
  ['bash', {}],
  ['bash_background', { action: 'start' }],
])('a command of %s that is to leave the sandbox', (name, given) => {
  const confinement = { folder: 'writable', network: true } as const
  const leaving = object({
    ...given,
    command: 'make',
    outsideSandbox: true,
    reason: 'It installs.',
  })

  /** What the supervisor is told to confine it to. */
  async function confinedTo(input: CallInput, isApproved: boolean): Promise<unknown> {
    const asked: unknown[] = []
    const watched = toolsWith(asked)
    const check = { digest: '', action: 'command', subject: null } as const
    await watched.run({
      conversationId: ConversationId.parse('c'),
      workId: WorkId.parse('w'),
      call: {
        ...check,
        callId: CallId.parse('call'),
        name,
        input,
        verdict: { type: 'run', limitMs: 1, isApproved, mayWrite: true },
      },
      folder: '/',
      confinement,
      signal: new AbortController().signal,
      onOutput: () => undefined,
    })
    return asked[0]
  }

  test('reaches outside, so that a person is asked', async () => {
    const at = { folder: '/', role: 'root' } as const
    const facts = await toolsWith([]).inspect({ name, input: leaving }, at)
    expect(facts.check).toMatchObject({ type: 'runnable', reach: 'outside' })
  })

  test('leaves it by a word of a person alone', async () => {
    expect(await confinedTo(leaving, true)).toBeNull()
    expect(await confinedTo(leaving, false)).toEqual(confinement)
    expect(await confinedTo(object({ ...given, command: 'make' }), true)).toEqual(confinement)
  })
})

test('a background job that failed on the sandbox says how to go on, and one that ended otherwise does not', () => {
  const look = {
    number: 1,
    command: 'make',
    phase: { type: 'exited', code: 1, at: 2 },
    confinement: { folder: 'writable', network: false },
    ageMs: 1,
    printed: { ...NOTHING_PRINTED, text: 'curl: (6) Could not resolve host: a.example' },
  } as const
  const told = (given: Partial<JobLook>): string =>
    textsOf(describeLook({ ...look, ...given }, { hasWaited: false }).content).join('')
  expect(told({})).toContain('outsideSandbox: true')
  for (const other of [
    { confinement: null },
    { phase: { type: 'running' } },
    { phase: { type: 'exited', code: 0, at: 2 } },
  ] as const)
    expect(told(other)).not.toContain('outsideSandbox')
})
