import { failed, type Result } from '../../../shared/result.ts'
import { reportFault } from '../../runtime/guard.ts'

/** A failed start ends with a sentence, never with a stack trace; the details go to the log, if it is already open. */
export function failedStart(error: unknown): Result<never, string> {
  const what = error instanceof Error ? error.message : String(error)
  try {
    reportFault({ where: 'the start', error, conversationId: null })
  } catch {
    // The log is not open yet: only the sentence remains.
  }
  return failed(`Phoenix could not start because of an internal error: ${what}`)
}
