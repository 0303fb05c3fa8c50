import { appError } from '../../../shared/app-error.ts'
import type { FoundInTerminal } from './xterm.ts'
import type { TerminalPhase } from '../../../shared/conversation/terminal.ts'
import { lastUnits } from '../../../shared/visible-text.ts'
import type { LocalFile } from '../../../client/files/upload.ts'
import { countOf, NOT_LOADED } from '../../../client/words/words.ts'

export const NOTHING_RUN = appError('invalidInput', 'Nothing has been run in this terminal yet.')
export const GONE_WITH_HOST = appError(
  'ended',
  'Phoenix was restarted. The terminals of this conversation have ended, and everything that ran in them.',
)

export const UNLOADED = appError('internal', NOT_LOADED)

/** Describes how the shell ended in a terminal that is still shown. */
export function endedInWords({ code, signal }: Extract<TerminalPhase, { type: 'ended' }>): string {
  if (signal !== null) return `The shell was killed by ${signal}.`
  if (code !== null) return `The shell exited with code ${code}.`
  return 'The terminal ended unexpectedly, with everything that was running in it.'
}

/** The most that is shown to the agent at a time, in UTF-16 code units; the end is kept. */
const MOST_SHOWN = 64 * 1024

/** A text file for the agent's next message, only created by a person's click. */
export function fileOfTerminal(text: string, what: 'selection' | 'lastCommand'): LocalFile {
  const shown = text.length > MOST_SHOWN ? `…\n${lastUnits(text, MOST_SHOWN)}` : text
  const head = {
    selection: 'The user selected this in their own terminal in the folder:',
    lastCommand: 'The user ran this in their own terminal in the folder:',
  }
  return new File([`${head[what]}\n${shown}`], 'Terminal.txt', { type: 'text/plain' })
}

export function foundInWords(found: FoundInTerminal | null): string {
  if (found === null || found.count === 0) return 'No matches'
  const { count, current } = found
  return current === null ? countOf(count, 'match', 'matches') : `${current} of ${count}`
}
