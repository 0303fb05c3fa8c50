import { failed, type Result } from '../../../shared/result.ts'
import { tellFault } from '../../runtime/guard.ts'

/** A start that threw ends in a sentence, never in a stack trace; where it came from is in the log, if there is one by then. */
export function failedStart(error: unknown): Result<never, string> {
  const what = error instanceof Error ? error.message : String(error)
  try {
    tellFault({ where: 'the start', error, conversationId: null })
  } catch {
    // Before the log was opened: the sentence is all there is.
  }
  return failed(`Phoenix could not start because of an internal error: ${what}`)
}
