import { constants } from 'node:os'
import type { RunOutcome } from '../processes/runs/run-outcome.ts'

/** Interprets the end of a child for its command. */
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

/** Decodes what the shell between a gated command and us reports: 128 plus the signal number. */
export const throughShell: EndReader = (outcome) => {
  if (outcome.type !== 'exited') return outcome
  const { code, durationMs, printed } = outcome
  const signal = [...TELLING, ...ALSO_TELLING].find(
    (name) => constants.signals[name] === code - 128,
  )
  return signal === undefined ? outcome : { type: 'signalled', signal, durationMs, printed }
}
