import fc, { type Arbitrary } from 'fast-check'
import { BlobHash } from '../../../shared/ids.ts'
import type { Message, MessageContent } from '../../../shared/messages/message.ts'
import { anyContents, anyUnreadable } from './arbitrary-history.ts'
import { testAttachment } from './test-attachment.ts'
import { agent, call, place, result, summary, text, undo, user } from './test-messages.ts'

const anyNote = fc.record({
  path: fc.constantFrom('/work/AGENTS.md', '/work/a/AGENTS.md'),
  file: fc.option(
    fc.record({
      blob: fc.constantFrom('0', '1').map((digit) => BlobHash.parse(digit.repeat(64))),
      isCut: fc.boolean(),
      text: fc.constantFrom('Be kind.', 'Be kinder.'),
    }),
  ),
})

const anyRepair: Arbitrary<MessageContent> = fc
  .record({
    model: fc.constantFrom('anthropic/m', 'anthropic/other'),
    repair: fc.oneof(
      fc.constantFrom(
        { type: 'callsAsText' } as const,
        { type: 'shortOutputs' } as const,
        { type: 'renamedCalls' } as const,
        { type: 'withoutThinking' } as const,
        { type: 'withoutEarlierThinking' } as const,
        { type: 'withoutReasoning' } as const,
        { type: 'withoutEffort', effort: 'high' } as const,
      ),
    ),
  })
  .map((repaired) => ({ type: 'repair', text: '', ...repaired }))

const anySpecial: Arbitrary<MessageContent> = fc.oneof(
  fc.constantFrom('One', 'Two').map(summary),
  anyRepair,
  anyUnreadable,
  fc.constant({ type: 'attachmentsDropped' } as const),
  fc.constant({ ...user('Continue.'), author: 'phoenix' as const }),
  fc.constant({ ...user('See'), attachments: [testAttachment('a.png')] }),
  fc.array(anyNote, { minLength: 1, maxLength: 2 }).map((instructions) => {
    return { ...user('Told'), instructions }
  }),
  fc.integer({ min: 1, max: 30 }).map((fromSeq) => ({ type: 'rewound' as const, fromSeq })),
  fc.constant({ ...agent(text('Done.')), end: 'endTurn' as const }),
)

const LONG = 'out '.repeat(2_000)

const anyWork: Arbitrary<MessageContent> = fc.oneof(
  fc.constantFrom('toolUse' as const, 'pauseTurn' as const).map((end) => {
    return { ...agent({ type: 'thinking', text: 'Hm.', signature: 's' }, text('So.')), end }
  }),
  fc.constant(agent(text('I look.'), call('x'), call('x'))),
  fc.tuple(fc.nat(20), fc.nat(1)).map(([reply, index]) => result(reply, index, LONG)),
  fc.constantFrom('next' as const, 'afterReply' as const).map((delivery) => undo(delivery, 'a.ts')),
)

function some(most: number): Arbitrary<readonly MessageContent[]> {
  return fc.array(fc.oneof(anyWork, anySpecial), { maxLength: most })
}

/** A history with everything that outlasts a summary, both before and after one. For tests. */
export const anySummed: Arbitrary<readonly Message[]> = fc
  .tuple(
    some(8),
    fc.array(anyWork, { maxLength: 3 }),
    fc.constantFrom('All.').map(summary),
    fc.oneof(some(4), anyContents),
  )
  .map(([before, work, summed, since]) => place([...before, ...work, summed, ...since]))
