import { assertNever } from '../../../shared/assert-never.ts'
import { CallId } from '../../../shared/ids.ts'
import type { StandsFor } from '../../runtime/ports/output-port.ts'
import type { RunShell, ShellEnd } from '../../runtime/ports/shell-port.ts'
import type { KeptOutputs } from '../outputs/kept-outputs.ts'
import type { RunOutcome } from './runs/run-outcome.ts'
import type { Supervisor } from './supervisor.ts'

/** A user may leave a command running all day; nothing waits for it. */
const LIMIT_MS = 24 * 60 * 60_000

/** Runs a user's own command like those of the agent: recorded, sandboxed, ended as a whole tree, its output kept. */
export function createShellRunner(
  supervisor: Pick<Supervisor, 'run'>,
  outputs: Pick<KeptOutputs, 'begin'>,
): RunShell {
  return async (request) => {
    const keeping = outputs.begin(CallId.parse(request.workId))
    const outcome = await supervisor.run({
      ...request,
      limitMs: LIMIT_MS,
      onWhole: (raw) => keeping.take(raw),
    })
    keeping.end(standsFor(outcome))
    return endOf(outcome)
  }
}

function endOf(outcome: RunOutcome): ShellEnd {
  switch (outcome.type) {
    case 'exited':
      return { type: 'exited', code: outcome.code, output: outcome.printed.text }
    case 'signalled':
      return { type: 'killed', signal: outcome.signal, output: outcome.printed.text }
    case 'timedOut':
      return { type: 'timedOut', output: outcome.printed.text }
    case 'aborted':
    case 'notStarted':
      return outcome
    default:
      return assertNever(outcome)
  }
}

/** The record of a stopped command contains the end of its output. */
function standsFor(outcome: RunOutcome): StandsFor | null {
  switch (outcome.type) {
    case 'exited':
    case 'signalled':
    case 'timedOut':
      return outcome.printed.text === '' ? null : outcome.printed.text.length
    case 'aborted':
      return 'printedEnd'
    case 'notStarted':
      return null
    default:
      return assertNever(outcome)
  }
}
