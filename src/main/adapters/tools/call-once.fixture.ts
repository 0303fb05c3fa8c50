import { readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { textsOf } from '../../../shared/messages/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

/** A separate process, for limits that apply to a whole process. Prints the outcome of one call as JSON. */
const Order = z.object({
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
  dataFolder: z.string(),
  folder: z.string(),
  home: z.string(),
})

const { dataFolder, folder, home, input, name } = Order.parse(JSON.parse(readFileSync(0, 'utf8')))
const run = (): Promise<never> => Promise.reject(new Error('no command is run here'))
const supervisor = { run, holdsOutput: () => false, findings: () => [], jobs: NO_JOBS }
const tools = toolsOn(dataFolder, { supervisor, home })
const call = { name, input: { type: 'object', value: input } } as const
const { check, digest } = await tools.inspect(call, { folder, caller: 'root' })
if (check.type === 'unusable') throw new Error(check.text)
const { content, outcome, summary } = await tools.run({
  conversationId: ConversationId.parse('conversation'),
  workId: WorkId.parse('work'),
  call: {
    ...call,
    callId: CallId.parse('call'),
    digest,
    action: 'change',
    subject: null,
    verdict: {
      type: 'run',
      limitMs: check.limitMs,
      isApproved: true,
      mayWrite: true,
      editedTo: null,
    },
  },
  folder,
  sandboxPolicy: null,
  signal: new AbortController().signal,
  onOutput: () => undefined,
  isKnownToModel: () => false,
})
const text = textsOf(content).join('')
writeSync(1, JSON.stringify({ outcome, text, summary }))
