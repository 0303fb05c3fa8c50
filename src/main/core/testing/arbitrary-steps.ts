import fc, { type Arbitrary } from 'fast-check'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import { addressed } from './addressed.ts'
import { anyState, anyStateOf } from './arbitraries.ts'
import { anyEvent, anyEventOf } from './arbitrary-events.ts'
import { anyContext } from './arbitrary-parts.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent } from '../machine/event.ts'

/** What `transition` is given. */
export type StepInput = readonly [ConversationState, Context, ConversationEvent]

const anyReport = fc.oneof(
  anyEventOf('timerFired'),
  anyEventOf('llmResponded'),
  anyEventOf('llmFailed'),
  anyEventOf('toolFinished'),
  anyEventOf('childChanged'),
)

/**
 * Any state, any event: every other one a report of work, mostly of work that the state waits for. Left to chance alone, few
 * events would be more than stale. For tests.
 */
export const anyStepInput: Arbitrary<StepInput> = fc
  .tuple(
    fc.oneof(anyState, anyStateOf('llmRequesting')),
    anyContext,
    fc.oneof(anyEvent, anyReport),
    fc.nat(3),
  )
  .map(([state, context, event, choice]) => [state, context, addressed(event, state, choice)])

/** Events in a row, each with the choice for `addressed`: enough messages and reports that turns begin and go on. For tests. */
export const anyWalk: Arbitrary<readonly (readonly [ConversationEvent, number])[]> = fc.array(
  fc.tuple(
    fc.oneof(anyEvent, anyEventOf('userMessage'), { weight: 4, arbitrary: anyReport }),
    fc.nat(3),
  ),
  { maxLength: 60, size: 'max' },
)
