import * as z from '../../../shared/schema.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { trimEndOf } from '../../../shared/trim-end.ts'
import type { Printed } from '../processes/output/printed.ts'
import type { KeptOutputs } from '../outputs/kept-outputs.ts'
import type { RunOutcome } from '../processes/runs/run-outcome.ts'
import type { StandsFor } from '../../runtime/ports/output-port.ts'
import type { Supervisor } from '../processes/supervisor.ts'
import {
  COMMAND_NAMES,
  policyUnlessLeaving,
  LEAVING_INPUT,
  reachOf,
  withRefusal,
} from './leaving-sandbox.ts'
import { defineTool, failedWith, type Tool, type ToolResult } from './definition/tool.ts'

const DEFAULT_SECONDS = 120
const MAX_SECONDS = 600

const BashInput = z.object({
  command: z
    .string()
    .refine((command) => command.trim() !== '', 'expected a command, got none')
    .describe('The command or script to run with bash.'),
  timeout_seconds: z
    .number()
    .min(1)
    .max(MAX_SECONDS)
    .optional()
    .describe(`Time limit in seconds: 1 to ${MAX_SECONDS}, default ${DEFAULT_SECONDS}.`),
  ...LEAVING_INPUT,
})

const DESCRIPTION = `Runs a command with bash on the user's machine. Returns its output (stdout and stderr together) and how it ended.

- Every call starts in the conversation's folder. Nothing carries over between calls: no cd, no variables, no functions. Use "cd folder && command" within one call.
- There is no standard input and no terminal. A command that asks a question gets end-of-file, so pass flags such as --yes.
- Background processes (&, nohup, setsid) are stopped when the call ends. For a server, a watcher or a long build, use bash_background.
- A command is stopped after ${DEFAULT_SECONDS} seconds unless timeout_seconds says otherwise (at most ${MAX_SECONDS}).
- Where the machine has a sandbox, commands run inside it: they can write only to the folder, the temp folder ($TMPDIR) and caches (not .git/hooks or .git/config), keys in the user's home appear empty, other processes are invisible, and the network may be off. What the sandbox blocks fails with an error such as "Read-only file system" or "Operation not permitted". If a command needs more, call again with outside_sandbox.
- Long output is cut to its first and last 16 KB; the first 16 MB are kept in a file named in the result. Prefer to narrow the output with grep, head or tail.
- To read, find, search or change files, prefer the file tools: they are faster, and inside the folder they need no permission.`

export function createBash(
  supervisor: Pick<Supervisor, 'run'>,
  outputs: Pick<KeptOutputs, 'begin'>,
): Tool {
  const limitMs = (input: z.infer<typeof BashInput>): number =>
    (input.timeout_seconds ?? DEFAULT_SECONDS) * 1_000
  return defineTool({
    name: 'bash',
    description: DESCRIPTION,
    input: BashInput,
    otherNames: COMMAND_NAMES,
    limitMs,
    // What a command touches cannot be known before it runs: the permission to run commands covers all of it.
    permitted: (input) => ({ action: 'command', subject: input.command, reach: reachOf(input) }),
    async run(input, run) {
      const { conversationId, folder, signal, workId } = run
      const sandboxPolicy = policyUnlessLeaving(input, run)
      const keeping = outputs.begin(run.call.callId)
      const outcome = await supervisor.run({
        conversationId,
        workId,
        command: input.command,
        folder,
        sandboxPolicy,
        limitMs: limitMs(input),
        signal,
        onOutput: (text) => {
          run.onOutput(text)
        },
        onWhole: (raw) => keeping.take(raw),
      })
      keeping.end(standsFor(outcome))
      const result = describeOutcome(outcome)
      return isBad(outcome)
        ? withRefusal(result, { printed: outcome.printed.text, sandboxPolicy })
        : result
    },
  })
}

function isBad(outcome: RunOutcome): outcome is Extract<RunOutcome, { type: 'exited' }> {
  return outcome.type === 'exited' && outcome.code !== 0
}

const CANCELLED = 'Cancelled.'

/** The text for the model: the output, then one line on how the command ended. */
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
        fingerprint: '',
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
  const output = printed.text.trim() === '' ? '(no output)' : wordsIn(printed)
  const ending = durationMs === null ? summary : `${summary} · ${seconds(durationMs)}`
  const content = [{ type: 'text', text: `${output}\n${ending}` }] as const
  return { outcome, content, summary, files: [], fingerprint: `${output}\n${summary}` }
}

function wordsIn({ text }: Printed): string {
  return trimEndOf(text, '\n')
}

/** How much of the result the full output replaces; null if it is not needed. */
function standsFor(outcome: RunOutcome): StandsFor | null {
  switch (outcome.type) {
    case 'exited':
    case 'signalled':
    case 'timedOut':
      return outcome.printed.text.trim() === '' ? null : wordsIn(outcome.printed).length
    case 'aborted':
      return 'printedEnd'
    case 'notStarted':
      return null
    default:
      return assertNever(outcome)
  }
}

function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`
}
