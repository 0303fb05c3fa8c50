import fc, { type Arbitrary } from 'fast-check'
import type { InputOf } from '../machine/event.ts'
import { workId } from './arbitrary-parts.ts'
import { HOOK_RUN } from './test-messages.ts'

export const hooksAnswered: Arbitrary<InputOf<'hooksAnswered'>> = fc.record({
  type: fc.constant('hooksAnswered'),
  of: fc.oneof(
    fc.record({
      type: fc.constant('message'),
      requestId: workId,
      fromSeq: fc.constant(1),
      text: fc.constantFrom('', 'On branch main.'),
    }),
    fc.constant({ type: 'turn' } as const),
  ),
  runs: fc.constant([HOOK_RUN]),
  blocks: fc.constantFrom(null, 'No secrets.'),
})
