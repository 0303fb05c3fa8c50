import { readFileSync, writeSync } from 'node:fs'
import * as z from '../../../shared/schema.ts'
import { textsOf } from '../../../shared/messages/content.ts'
import { CallId, ConversationId, WorkId } from '../../../shared/ids.ts'
import { NO_JOBS } from './no-jobs.fixture.ts'
import { toolsOn } from './tools-on.fixture.ts'

/** A separate process, for limits that apply to a whole process. Prints the outcomes of its calls as JSON. */
const Order = z.object({
  calls: z.array(z.tuple([z.string(), z.record(z.string(), z.unknown())])),
  dataFolder: z.string(),
  folder: z.string(),
  home: z.string(),
})

const { calls, dataFolder, folder, home } = Order.parse(JSON.parse(readFileSync(0, 'utf8')))
const refuse = (): Promise<never> => Promise.reject(new Error('no command is run here'))
const supervisor = { run: refuse, holdsOutput: () => false, findings: () => [], jobs: NO_JOBS }
const tools = toolsOn(dataFolder, { supervisor, home })

async function run(name: string, value: Record<string, unknown>): Promise<unknown> {
  const call = { name, input: { type: 'object', value } } as const
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
  return { outcome, text: textsOf(content).join(''), summary }
}

const answers = []
for (const [name, input] of calls) answers.push(await run(name, input))
writeSync(1, JSON.stringify(answers))
