import { expect, test } from 'vitest'
import { textsOf } from '../../../shared/messages/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import { temporaryFolder } from '../processes/supervisor-fixture.ts'
import { NOTHING_PRINTED } from '../processes/output/printed.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

test('an edited command runs in place of the one called, and its result says so', async () => {
  using data = temporaryFolder()
  const ran: string[] = []
  const tools = toolsOn(data.path, {
    supervisor: {
      run: ({ command }) => {
        ran.push(command)
        const printed = { ...NOTHING_PRINTED, text: 'the person\n' }
        return Promise.resolve({ type: 'exited', code: 0, durationMs: 1, printed })
      },
      holdsOutput: () => false,
      findings: () => [],
      jobs: NO_JOBS,
    },
  })
  const limitMs = 5_000
  const { content, summary } = await tools.run({
    conversationId: ConversationId.parse('c'),
    workId: WorkId.parse('w'),
    call: {
      callId: CallId.parse('call'),
      name: 'bash',
      input: { type: 'object', value: { command: 'echo the model', timeout_seconds: 5 } },
      digest: '',
      action: 'command',
      subject: 'echo the model',
      verdict: {
        type: 'run',
        limitMs,
        isApproved: true,
        mayWrite: true,
        editedTo: 'echo the person',
      },
    },
    folder: data.path,
    sandboxPolicy: null,
    signal: new AbortController().signal,
    onOutput: () => undefined,
    isKnownToModel: () => false,
  })
  expect(ran).toEqual(['echo the person'])
  expect(textsOf(content).join('')).toMatch(
    /^\[The user changed this command before it ran\. What ran instead:\necho the person\]\nthe person\n/,
  )
  expect(summary).toMatch(/^edited · /)
})
