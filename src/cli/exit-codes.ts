/** The exit codes. Scripts depend on them, so their meaning never changes. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  needsApproval: 3,
  limit: 4,
  interrupted: 130,
} as const
export type ExitName = keyof typeof EXIT

/** A signal that ends commands. */
export type EndingSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'
/** Why a person or the system wants the command to stop. */
export type StopReason = EndingSignal | 'timeout' | 'readerGone' | 'outputFailed'

/** The exit code of a command that was stopped; of signals as in shells, 128 plus their number. */
export const EXIT_OF_STOP = {
  SIGINT: EXIT.interrupted,
  SIGTERM: 143,
  SIGHUP: 129,
  timeout: EXIT.limit,
  readerGone: EXIT.done,
  outputFailed: EXIT.failed,
} as const satisfies Readonly<Record<StopReason, number>>
export type ExitCode = (typeof EXIT)[ExitName] | (typeof EXIT_OF_STOP)[StopReason]

/** Their meanings, for the manual. */
export const WORDS_OF_EXIT: Readonly<Record<ExitName, string>> = {
  done: 'Done. Also when the output is closed early, which stops the turn.',
  failed:
    'Failed: the turn ended without an answer, something was not found, verify found a difference, doctor found something missing, or the output could not be written.',
  usage: 'The command line is invalid. Nothing was done.',
  needsApproval:
    'The turn ended, but something in it was refused because nobody was there to allow or answer it.',
  limit: 'A limit of the turn was reached, or the time of --timeout was up. The turn was stopped.',
  interrupted:
    'Ctrl+C: the turn was stopped. A command ended by a signal exits with 128 plus the signal number, as in shells.',
}
