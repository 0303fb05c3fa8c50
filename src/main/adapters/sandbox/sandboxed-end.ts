import { constants } from 'node:os'
import type { RunOutcome } from '../processes/runs/run-outcome.ts'

/** What the end of a child means for its command. */
export type EndReader = (outcome: RunOutcome) => RunOutcome

export const asItIs: EndReader = (outcome) => outcome

/** Killing signals that programs do not imitate with their exit codes: 129, for example, is git's own. */
const TELLING = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGKILL',
  'SIGPIPE',
  'SIGSEGV',
  'SIGSYS',
] as const
const ALSO_TELLING = ['SIGTERM', 'SIGTRAP', 'SIGXCPU', 'SIGXFSZ'] as const

/** Between a gated command and us is a shell's encoding: 128 plus the signal number. */
export const behindShell: EndReader = (outcome) => {
  if (outcome.type !== 'exited') return outcome
  const { code, durationMs, printed } = outcome
  const signal = [...TELLING, ...ALSO_TELLING].find(
    (name) => constants.signals[name] === code - 128,
  )
  return signal === undefined ? outcome : { type: 'signalled', signal, durationMs, printed }
}
