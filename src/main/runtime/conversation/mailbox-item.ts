import { attempt } from '../guard.ts'
import type { TimerId, WorkId } from '../../../shared/ids.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { Input } from '../../core/machine/event.ts'
import type { Refusal } from '../../core/machine/step.ts'

/** What the sender of an event hears, in the same tick. */
export type Answer =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly reason: Refusal }
  | { readonly type: 'failed'; readonly fault: StoreFault }

/** What lies in a mailbox. `settles`: the work or timer whose one final report it is. */
export interface Item {
  readonly input: Input
  readonly settles: WorkId | TimerId | null
  readonly answer: ((answer: Answer) => void) | null
}

/** A sender that cannot be reached changes nothing about the step. */
export function reply({ answer }: Item, said: Answer): void {
  if (answer !== null) attempt('an answer', () => answer(said))
}
