import fc, { type Arbitrary } from 'fast-check'
import { anyText } from '../../../shared/testing/any-text.ts'
import type { Block } from '../../../shared/messages/content.ts'
import type { MessageContent } from '../../../shared/messages/message.ts'
import { agent, call, result, text, undo, user } from './test-messages.ts'

const anyWords = anyText({ maxLength: 8 })

const anyBlock: Arbitrary<Block> = fc.oneof(
  fc.constantFrom('call_0', 'call_1', '', 'odd id! \ud800', 'call00002', 'x'.repeat(80)).map(call),
  anyWords.map(text),
  fc.record({
    type: fc.constant('thinking' as const),
    text: anyWords,
    signature: fc.constantFrom(null, 'sig=='),
  }),
  fc.constant<Block>({ type: 'redactedThinking', data: 'AAEC' }),
  anyWords.map((words): Block => {
    return { type: 'thinking', text: words, signature: null, field: 'reasoning_content' }
  }),
  fc.constant<Block>({ type: 'providerItem', field: 'reasoning_details', json: { data: 'AAEC' } }),
  fc.constant<Block>({
    type: 'serverTool',
    step: { type: 'search', id: 's', queries: ['q'], found: null },
    json: { type: 'server_tool_use', id: 's' },
  }),
  fc.constantFrom('functions.bash:0', 'functions.bash:1').map((id): Block => {
    return { ...call(id), provider: { extra_content: { google: { thought_signature: 's' } } } }
  }),
)

const anyReply = fc
  .record({
    blocks: fc.array(anyBlock, { maxLength: 4 }),
    end: fc.constantFrom('toolUse' as const, 'pauseTurn' as const),
    model: fc.constantFrom('m', 'm', 'other'),
  })
  .map(({ blocks, ...rest }) => ({ ...agent(...blocks), ...rest }))

/** A placeholder for any unreadable messages: a reply, results, a summary. */
export const anyUnreadable: Arbitrary<MessageContent> = fc
  .constantFrom(0, 3)
  .map((missing) => ({ type: 'unreadable' as const, missing }))

/** The possible contents of a conversation, in any order, between a person's first and last messages. For tests. */
export const anyContents: Arbitrary<readonly MessageContent[]> = fc
  .array(
    fc.oneof(
      anyWords.map(user),
      anyReply,
      fc
        .tuple(fc.nat(12), fc.nat(3), fc.constantFrom('', ' ', 'out'))
        .map((args) => result(...args)),
      fc.constant<MessageContent>({ type: 'system', text: 'x' }),
      anyUnreadable,
      fc
        .constantFrom('next' as const, 'afterReply' as const)
        .map((delivery) => undo(delivery, 'a.ts')),
    ),
    { maxLength: 14 },
  )
  .map((contents) => [user('Hello'), ...contents, user('And now?')])
