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
export type ExitCode = (typeof EXIT)[ExitName]

/** Their meanings, for the manual. */
export const WORDS_OF_EXIT: Readonly<Record<ExitName, string>> = {
  done: 'Done. Also when the output is closed early, which stops the turn.',
  failed:
    'Failed: the turn ended without an answer, something was not found, verify found a difference, or doctor found something missing.',
  usage: 'The command line is invalid. Nothing was done.',
  needsApproval:
    'The turn ended, but something in it was refused because nobody was there to allow or answer it.',
  limit: 'A limit of the turn was reached, or the time of --timeout was up. The turn was stopped.',
  interrupted:
    'Ctrl+C: the turn was stopped. A command ended by a signal exits with 128 plus the signal number, as in shells.',
}
