import { attempt } from '../guard.ts'
import type { TimerId, WorkId } from '../../../shared/ids.ts'
import type { CommitFault } from '../ports/history-store.ts'
import type { Input } from '../../core/machine/event.ts'
import type { Refusal } from '../../core/machine/step.ts'

/** The answer to the sender of an event, in the same tick unless another program holds the database. */
export type Answer =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: Refusal }
  | { readonly type: 'failed'; readonly fault: CommitFault }
  /** Its step threw: nobody knows whether it was saved. */
  | { readonly type: 'broken' }

/** An event in the mailbox. `settles`: the work or timer that this report ends. */
export interface Item {
  readonly input: Input
  readonly settles: WorkId | TimerId | null
  readonly answer: ((answer: Answer) => void) | null
}

/** Answers the sender. One that cannot be reached does not affect the step. */
export function reply({ answer }: Item, result: Answer): void {
  if (answer !== null) attempt('an answer', () => answer(result))
}

/** True for events that do not wait for a locked database: what they stop must stop now, and a start must not hang. */
export function isUrgent({ input }: Item): boolean {
  return URGENT.includes(input.type)
}

const URGENT: readonly Input['type'][] = [
  'cancelRequested',
  'shutdownRequested',
  'sessionClosed',
  'recovered',
]
