/** What a command ends with. Scripts go by it: none is given another meaning. */
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

/** For the manual. */
export const WORDS_OF_EXIT: Readonly<Record<ExitName, string>> = {
  done: 'Done. Also where whoever reads the output has closed it: then the turn is stopped.',
  failed:
    'It failed: the turn ended without its answer, something was not found, verify found a difference, or doctor found something missing.',
  usage: 'The command line was not understood. Nothing was done.',
  needsApproval:
    'The turn is over, and something in it was refused since nobody was there to allow or answer it.',
  limit: 'A limit of the turn was reached, or the time of --timeout was up. The turn was stopped.',
  interrupted:
    'Ctrl+C: the turn was stopped. A signal that ends the command gives 128 and its number, as shells have it.',
}
