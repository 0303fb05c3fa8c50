import fc, { type Arbitrary } from 'fast-check'
import type { ConversationState } from '../../../shared/conversation/conversation-state.ts'
import { addressed } from './addressed.ts'
import { anyState, anyStateOf } from './arbitraries.ts'
import { anyEvent, anyEventOf } from './arbitrary-events.ts'
import { anyContext } from './arbitrary-parts.ts'
import type { Context } from '../machine/context.ts'
import type { ConversationEvent } from '../machine/event.ts'

/** The arguments of `transition`. */
export type StepInput = readonly [ConversationState, Context, ConversationEvent]

const anyReport = fc.oneof(
  anyEventOf('timerFired'),
  anyEventOf('llmResponded'),
  anyEventOf('llmFailed'),
  anyEventOf('toolFinished'),
  anyEventOf('childChanged'),
)

/**
 * Any state and any event. Every other event is a report of work, mostly of work that the state waits for: purely
 * random ones would nearly all be stale. For tests.
 */
export const anyStepInput: Arbitrary<StepInput> = fc
  .tuple(
    fc.oneof(anyState, anyStateOf('llmRequesting')),
    anyContext,
    fc.oneof(anyEvent, anyReport),
    fc.nat(3),
  )
  .map(([state, context, event, choice]) => [state, context, addressed(event, state, choice)])

/**
 * A sequence of events, each with the choice for `addressed`, with enough messages and reports that turns start and
 * progress. For tests.
 */
export const anyWalk: Arbitrary<readonly (readonly [ConversationEvent, number])[]> = fc.array(
  fc.tuple(
    fc.oneof(anyEvent, anyEventOf('userMessage'), { weight: 4, arbitrary: anyReport }),
    fc.nat(3),
  ),
  { maxLength: 60, size: 'max' },
)
