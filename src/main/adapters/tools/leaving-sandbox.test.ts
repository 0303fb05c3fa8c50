import { afterAll, describe, expect, test } from 'vitest'
import type { CallInput } from '../../../shared/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import type { ToolPort } from '../../runtime/ports.ts'
import { openBlobFiles } from '../blobs/blob-files.ts'
import { openKeepingDesk } from '../edits/keep-before.ts'
import { createImagePort } from '../images/prepare-image.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { createTools } from './create-tools.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'

const data = temporaryFolder()
afterAll(() => data[Symbol.dispose]())

function object(value: Readonly<Record<string, unknown>>): CallInput {
  return { type: 'object', value }
}

/** Notes what each command is to be confined to, and runs none. */
function toolsWith(asked: unknown[]): ToolPort {
  return createTools({
    supervisor: {
      run: (request) => {
        asked.push(request.confinement)
        return Promise.resolve({ type: 'aborted' })
      },
      holdsOutput: () => false,
      jobs: NO_JOBS,
    },
    home: data.path,
    dataFolder: data.path,
    images: createImagePort(),
    blobs: openBlobFiles(data.path),
    ...openKeepingDesk(data.path),
  })
}

describe('a command that is to leave the sandbox', () => {
  const confinement = { folder: 'writable', network: true } as const
  const leaving = object({ command: 'make', outsideSandbox: true, reason: 'It installs.' })

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
        name: 'bash',
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
    const facts = await toolsWith([]).inspect({ name: 'bash', input: leaving }, at)
    expect(facts.check).toMatchObject({ type: 'runnable', reach: 'outside' })
  })

  test('leaves it by a word of a person alone', async () => {
    expect(await confinedTo(leaving, true)).toBeNull()
    expect(await confinedTo(leaving, false)).toEqual(confinement)
    expect(await confinedTo(object({ command: 'make' }), true)).toEqual(confinement)
  })
})
