import { z } from 'zod'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Printed } from '../processes/printed.ts'
import type { RunOutcome } from '../processes/run-outcome.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import { defineTool, failedWith, type Tool, type ToolResult } from './tool.ts'

const DEFAULT_SECONDS = 120
const MAX_SECONDS = 600

const BashInput = z.object({
  command: z
    .string()
    .refine((command) => command.trim() !== '', 'expected a command, got none')
    .describe('What bash is to run: one command or a whole script.'),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(MAX_SECONDS)
    .optional()
    .describe(
      `After how many seconds to end it: 1 to ${MAX_SECONDS}, ${DEFAULT_SECONDS} if left out.`,
    ),
})

const DESCRIPTION = `Runs a command with bash on the user's machine and returns what it printed (standard output and standard error) and how it ended.

- Each call starts in the conversation's folder. Nothing of the shell outlives a call: no cd, no variable, no function. Use "cd folder && command" within one call.
- There is no standard input and no terminal: commands that ask wait for nobody and get end of file. Use flags such as --yes.
- Background jobs (&, nohup, setsid) are ended when the call ends. A server that you want to test has to be started, used and stopped within one call.
- A call is ended after ${DEFAULT_SECONDS} seconds, or after timeoutSeconds (at most ${MAX_SECONDS}).
- Of long output you get the first and the last 16 KB. Narrow it down with grep, head or tail, or send it to a file.`

export function createBash(supervisor: Pick<Supervisor, 'run'>): Tool {
  const limitMs = (input: z.infer<typeof BashInput>): number =>
    (input.timeoutSeconds ?? DEFAULT_SECONDS) * 1_000
  return defineTool({
    name: 'bash',
    description: DESCRIPTION,
    input: BashInput,
    limitMs,
    // What a command touches cannot be known before it runs: the permission to run commands stands for all of it.
    permitted: ({ command }) => ({ action: 'command', subject: command, reach: 'inside' }),
    async run(input, run) {
      const { conversationId, folder, signal, workId } = run
      const outcome = await supervisor.run({
        conversationId,
        workId,
        command: input.command,
        folder,
        limitMs: limitMs(input),
        signal,
        onOutput: (text) => {
          run.onOutput(text)
        },
      })
      return describeOutcome(outcome)
    },
  })
}

const CANCELLED = 'Cancelled.'

/** What the model reads: the output, then one line on how the command ended. */
function describeOutcome(outcome: RunOutcome): ToolResult {
  switch (outcome.type) {
    case 'exited': {
      const kind = outcome.code === 0 ? 'ok' : 'failed'
      return result(kind, outcome.printed, `exit ${outcome.code}`, outcome.durationMs)
    }
    case 'signalled': {
      return result('failed', outcome.printed, `killed by ${outcome.signal}`, outcome.durationMs)
    }
    case 'timedOut':
      return result(
        'timedOut',
        outcome.printed,
        `timed out after ${outcome.limitMs / 1_000} s`,
        null,
      )
    case 'aborted':
      return {
        outcome: 'aborted',
        content: [{ type: 'text', text: CANCELLED }],
        summary: null,
        files: [],
        gist: '',
      }
    case 'notStarted':
      return failedWith(outcome.reason)
    default:
      return assertNever(outcome)
  }
}

function result(
  outcome: ToolResult['outcome'],
  printed: Printed,
  summary: string,
  durationMs: number | null,
): ToolResult {
  const said = printed.text.trim() === '' ? '(no output)' : printed.text.replace(/\n+$/, '')
  const ending = durationMs === null ? summary : `${summary} · ${seconds(durationMs)}`
  const content = [{ type: 'text', text: `${said}\n${ending}` }] as const
  return { outcome, content, summary, files: [], gist: `${said}\n${summary}` }
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`
}
