import { assertNever } from '../../../shared/assert-never.ts'
import type { ModelOutcome } from '../../runtime/ports.ts'
import type { Answer } from './ask-endpoint.ts'
import { describeFault, type Names } from './describe-fault.ts'
import { kindOf } from './fault.ts'

/** An answer in the words of the model port. */
export function tellOutcome(answer: Answer, names: Names): ModelOutcome {
  switch (answer.type) {
    case 'replied':
      return { type: 'responded', ...answer.reply }
    case 'aborted':
      return { type: 'failed', kind: 'aborted', detail: 'Stopped.', retryAfterMs: null }
    case 'failed': {
      const { fault, retryAfterMs } = answer
      const { what, wayOut } = describeFault(fault, names)
      return { type: 'failed', kind: kindOf(fault), detail: `${what} ${wayOut}`, retryAfterMs }
    }
    default:
      return assertNever(answer)
  }
}
