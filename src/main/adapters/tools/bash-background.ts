import * as z from '../../../shared/schema.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ToolRun } from '../../runtime/ports/ports.ts'
import type { JobControl } from '../processes/jobs/job-control.ts'
import { MAX_JOBS } from '../processes/jobs/job-table.ts'
import { within } from '../system/within.ts'
import { COMMAND_NAMES, policyUnlessLeaving, LEAVING_INPUT, reachOf } from './leaving-sandbox.ts'
import { describeLook, describeStart, listOf, newsOf } from './job-words.ts'
import {
  ABORTED,
  ALL_BUT_EXPLORERS,
  defineTool,
  failedWith,
  okWith,
  type Tool,
  type ToolResult,
} from './definition/tool.ts'

const START_MS = 10_000
/** How long an answer may take, apart from waiting (ms). */
const ANSWER_MS = 5_000
/** How long a stop waits for the end of the job (ms); then the job is reported as stopping. */
const STOP_MS = 5_000
const MAX_WAIT_SECONDS = 120
const MAX_LINES = 500

const BackgroundInput = z
  .object({
    action: z
      .enum(['start', 'output', 'stop'])
      .describe('What to do: start a job, read its output or stop it.'),
    command: z.string().optional().describe('For start: the command to run with bash.'),
    job: z.number().int().min(1).optional().describe('For output and stop: the number of the job.'),
    wait_seconds: z
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .optional()
      .describe(
        `For output: how many seconds to wait for new output or for the job to end, 0 to ${MAX_WAIT_SECONDS}, default 0.`,
      ),
    lines: z
      .number()
      .int()
      .min(1)
      .max(MAX_LINES)
      .optional()
      .describe('For output: return this many of the last lines instead of only new output.'),
    ...LEAVING_INPUT,
  })
  .superRefine(({ action, command, job }, context) => {
    if (action === 'start' && (command ?? '').trim() === '')
      context.addIssue({ code: 'custom', path: ['command'], message: 'start needs a command' })
    if (action !== 'start' && job === undefined)
      context.addIssue({ code: 'custom', path: ['job'], message: `${action} needs a job` })
  })
type BackgroundInput = z.infer<typeof BackgroundInput>

const DESCRIPTION = `Runs a command with bash in the background: a development server, a watcher, a long build or test run. It keeps running while you do other things, and after your turn ends.

- start: starts the command. After one second it returns the job's number and its output so far or, if it has already ended, how it ended.
- output: returns what the job has printed since you last asked, and whether it is still running. With wait_seconds it waits for new output, which is better than polling.
- stop: stops the job and everything it started, and returns its last output.
- As with bash, the command starts in the conversation's folder, without standard input or terminal, inside the sandbox; outside_sandbox and reason (for start) work as they do there. If the user revokes a permission that a job uses (network, writing), the job is stopped.
- At most ${MAX_JOBS} jobs run at the same time. Stop jobs you no longer need.
- The user sees every job and can stop it. Jobs keep running when the user stops your turn; they end with Phoenix or, in a sub-agent, with the sub-agent.
- Long output is cut to its first and last 16 KB. For a long build, redirect the output to a file and read that.`

/** Runs commands that outlive their call. Rules for bash do not apply to it: a rule names its tool. */
export function createBashBackground(jobs: JobControl): Tool {
  return defineTool({
    name: 'bash_background',
    description: DESCRIPTION,
    input: BackgroundInput,
    callers: ALL_BUT_EXPLORERS,
    otherNames: COMMAND_NAMES,
    limitMs: ({ action, wait_seconds }) => {
      if (action === 'output') return ANSWER_MS + 1_000 * (wait_seconds ?? 0)
      return action === 'start' ? START_MS : ANSWER_MS + STOP_MS
    },
    // Starting a job needs permission like any command. The agent may always read and stop jobs that it was allowed to
    // start.
    permitted: (input) =>
      input.action === 'start'
        ? { action: 'command', subject: input.command ?? '', reach: reachOf(input) }
        : { action: 'think', subject: null, reach: 'inside' },
    async run(input, run) {
      const result = await answerOf(jobs, input, run)
      // What nobody reads is not reported: the next answer has it.
      return result.outcome === 'aborted'
        ? result
        : withNews(result, newsOf(jobs.news(run.conversationId)))
    },
  })
}

function answerOf(jobs: JobControl, input: BackgroundInput, run: ToolRun): Promise<ToolResult> {
  const number = input.job ?? 0
  switch (input.action) {
    case 'start':
      return start(jobs, input, run)
    case 'output':
      return input.lines === undefined
        ? look(jobs, number, input.wait_seconds ?? 0, run)
        : Promise.resolve(lastLines(jobs, number, input.lines, run))
    case 'stop':
      return stop(jobs, number, run)
    default:
      return assertNever(input.action)
  }
}

async function start(jobs: JobControl, input: BackgroundInput, run: ToolRun): Promise<ToolResult> {
  const { call, conversationId, folder, signal, workId } = run
  const onOutput = (text: string): void => {
    run.onOutput(text)
  }
  return describeStart(
    await jobs.start({
      conversationId,
      workId,
      callId: call.callId,
      command: input.command ?? '',
      folder,
      sandboxPolicy: policyUnlessLeaving(input, run),
      limitMs: START_MS,
      signal,
      onOutput,
    }),
  )
}

async function look(
  jobs: JobControl,
  number: number,
  waitSeconds: number,
  { conversationId, signal }: ToolRun,
): Promise<ToolResult> {
  const wait = { limitMs: 1_000 * waitSeconds, signal }
  const seen = await jobs.look({ conversationId, number }, wait)
  if (signal.aborted) return ABORTED
  if (seen === null) return noSuchJob(jobs, number, conversationId)
  return describeLook(seen, { hasWaited: waitSeconds > 0 })
}

function lastLines(
  jobs: JobControl,
  number: number,
  lines: number,
  { conversationId }: ToolRun,
): ToolResult {
  const text = jobs.lastLines(conversationId, number, lines)
  return text === null
    ? noSuchJob(jobs, number, conversationId)
    : okWith(text === '' ? '(no output)' : text, `job ${number}`)
}

/** Does not wait for a job that does not end: it is ordered to end, and stays visible on the screen while it lives. */
async function stop(jobs: JobControl, number: number, run: ToolRun): Promise<ToolResult> {
  const { conversationId, signal } = run
  await within(jobs.stop(conversationId, number), STOP_MS, signal)
  return look(jobs, number, 0, run)
}

function noSuchJob(
  jobs: JobControl,
  number: number,
  conversationId: ToolRun['conversationId'],
): ToolResult {
  const names = jobs.names(conversationId)
  const others = names.length === 0 ? 'There are none.' : `There are:\n${listOf(names)}`
  return failedWith(
    `There is no background job ${number}. A job is forgotten once its end has been reported, and when Phoenix quits. ${others}`,
  )
}

function withNews(result: ToolResult, news: string | null): ToolResult {
  if (news === null) return result
  const content = [...result.content, { type: 'text', text: `\n${news}` }] as const
  return { ...result, content, fingerprint: `${result.fingerprint}\n${news}` }
}
