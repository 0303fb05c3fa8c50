import type { Attachment } from '../../../shared/messages/attachment.ts'
import fc, { type Arbitrary } from 'fast-check'
import { NO_USAGE } from '../../../shared/models/usage.ts'
import type { Block } from '../../../shared/messages/content.ts'
import { callIdOf } from '../../../shared/messages/call-id.ts'
import type { OverBudget } from '../../../shared/settings/budget.ts'
import type { AgentId, CallId, MessageId } from '../../../shared/ids.ts'
import { type NewMessage, ReplyEnd } from '../../../shared/messages/message.ts'
import { RepairType } from '../../../shared/messages/repair.ts'
import {
  agentId,
  anyContext,
  envelope,
  errorKind,
  firedTimerId,
  input,
  outcome,
  questionValue,
  spawnInput,
  subjectOf,
  text,
  timerId,
  turnId,
  unfinished,
  workId,
  instructions,
} from './arbitrary-parts.ts'
import type { CallFacts, ConversationEvent, Input, InputOf, OpenCall } from '../machine/event.ts'
import { ofAsking } from './arbitrary-asked.ts'
import { hooksAnswered } from './arbitrary-hooks.ts'
import { agent, call, fileChange, HOOK_RUN, user } from './test-messages.ts'
import { testAttachment, testFile } from './test-attachment.ts'
import { testRepair } from './test-repair.ts'

/** Copies under ids that no other event has. */
const copies: Arbitrary<readonly NewMessage[]> = fc
  .record({ fork: fc.uuid(), count: fc.integer({ min: 1, max: 2 }) })
  .map(({ fork, count }) =>
    [user('Go'), agent(call('call_0'))].slice(0, count).map((content, index) => {
      return { id: `${fork}.m${index + 1}` as MessageId, at: index, content }
    }),
  )

/** Generators of events, keyed by the union: a new event without one does not compile. For tests. */
const callBlock: Arbitrary<Extract<Block, { type: 'toolCall' }>> = fc.oneof(
  fc.record({
    type: fc.constant('toolCall'),
    providerCallId: fc.constantFrom('call_0', 'call_1', ''),
    name: fc.constantFrom('bash', 'think', 'submit_result'),
    input,
  }),
  fc.record({
    type: fc.constant('toolCall'),
    providerCallId: fc.constantFrom('call_0', 'call_1'),
    name: fc.constant('spawn_agents'),
    input: spawnInput,
  }),
  fc.record({
    type: fc.constant('toolCall'),
    providerCallId: fc.constantFrom('call_0', 'call_1'),
    name: fc.constant('ask_user'),
    input: questionValue.map((value) => ({ type: 'object' as const, value })),
  }),
)
const block: Arbitrary<Block> = fc.oneof(
  text.map((each) => ({ type: 'text' as const, text: each })),
  fc.record({ type: fc.constant('thinking'), text, signature: fc.option(fc.constant('sig')) }),
  fc.constant<Block>({ type: 'providerItem', field: 'reasoning_details', json: { data: 'x' } }),
  fc.constant<Block>({
    type: 'serverTool',
    step: { type: 'search', id: 's', queries: ['q'], found: null },
    json: { type: 'server_tool_use', id: 's' },
  }),
  callBlock,
)

/** A reply whose facts match its calls, like those of the tool port. */
const reply = fc.array(block, { maxLength: 5 }).map((blocks) => {
  const calls = blocks.flatMap((each): CallFacts[] =>
    each.type === 'toolCall' ? [factsOf(each.name, each.input)] : [],
  )
  return { blocks, calls }
})

const ACTIONS = {
  bash: 'command',
  think: 'think',
  spawn_agents: 'spawn',
  submit_result: 'submit',
  ask_user: 'question',
} as const

function factsOf(name: string, callInput: CallFacts['input']): CallFacts {
  const action = ACTIONS[name as keyof typeof ACTIONS]
  const subject = subjectOf(callInput)
  const check = { type: 'runnable', limitMs: 60_000, action, subject, reach: 'inside' } as const
  return { name, input: callInput, digest: 'd', check }
}

const openCall: Arbitrary<OpenCall> = fc.record({
  callId: fc.uuid().map((id) => id as CallId),
  was: fc.oneof(
    fc.constantFrom(
      { type: 'waiting' } as const,
      { type: 'asked' } as const,
      { type: 'started' } as const,
    ),
    fc.record({
      type: fc.constant('delegated' as const),
      children: fc.array(
        fc.record({
          agentId: fc.uuid().map((id) => id as AgentId),
          task: text,
          outcome,
          text,
          messageId: fc.option(fc.constant('m1' as MessageId)),
        }),
        { maxLength: 2 },
      ),
    }),
  ),
})

const overBudget: Arbitrary<OverBudget> = fc.constantFrom(
  { type: 'money', usd: 2, budgetUsd: 1, unpricedTokens: 3 },
  { type: 'time', workedMs: 60_000, budgetMinutes: 1 },
)

const inputs: { readonly [Type in Input['type']]: Arbitrary<InputOf<Type>> } = {
  userMessage: fc.record({
    type: fc.constant('userMessage'),
    messageId: fc.uuid().map((id) => id as MessageId),
    text: fc.string({ minLength: 1, maxLength: 20 }).map((each) => `${each}!`),
    attachments: fc.constantFrom<readonly Attachment[]>(
      [],
      [testAttachment('a.png'), testAttachment('b.png')],
      [testFile('a.txt', { head: { text: 'a', isWhole: true } }), testAttachment('c.png')],
    ),
    mode: fc.constantFrom('policy', 'interrupt', 'join'),
  }),
  cancelRequested: fc.record({
    type: fc.constant('cancelRequested'),
    by: fc.constantFrom('user', 'parent', 'timeout'),
  }),
  approvalAnswered: fc.record({
    type: fc.constant('approvalAnswered'),
    callIds: fc.subarray([1, 2, 3, 4, 5, 6].map((index) => callIdOf('reply' as MessageId, index))),
    answer: fc.oneof(
      fc.constant({ type: 'once' as const }),
      fc.constant({ type: 'edited' as const, command: 'ls' }),
      fc.record({ type: fc.constant('deny' as const), reason: text }),
      fc.record({
        type: fc.constant('always' as const),
        rule: fc.record({
          tool: fc.constant('bash'),
          subject: text,
          match: fc.constantFrom('exact', 'prefix'),
        }),
      }),
    ),
  }),
  questionAnswered: fc.record({
    type: fc.constant('questionAnswered'),
    callId: fc.constantFrom(3, 9).map((index) => callIdOf('reply' as MessageId, index)),
    number: fc.constantFrom(undefined, 1, 2),
    answer: fc.oneof(
      fc.constant({ type: 'skipped' as const }),
      fc.constant({ type: 'skipped' as const, isUnasked: true as const }),
      fc.record({
        type: fc.constant('answered' as const),
        options: fc.subarray([0, 1, 2]),
        text,
      }),
    ),
  }),
  continueRequested: fc.constant({ type: 'continueRequested' }),
  retryRequested: fc.constant({ type: 'retryRequested' }),
  compactRequested: fc.constant({ type: 'compactRequested', throughSeq: 7, focus: 'Keep it.' }),
  turnExtended: fc.record({ type: fc.constant('turnExtended'), turnId }),
  attachmentsDropped: fc.constant({ type: 'attachmentsDropped' }),
  rewound: fc.record({ type: fc.constant('rewound'), fromSeq: fc.integer({ min: 1, max: 9 }) }),
  forked: fc
    .oneof(
      fc.record({ type: fc.constant('summary'), text, model: fc.constantFrom(null, 'm') }),
      fc.record({ type: fc.constant('messages'), messages: copies }),
    )
    .map((from) => ({ type: 'forked', from })),
  settingsChanged: fc
    .oneof(
      fc.constant({ systemPrompt: 'new', effort: 'high' as const }),
      fc.constant({ keepTryingMs: 3_600_000 }),
      fc.record({ instructions, instructionsFault: fc.constant(null) }),
      fc.constant({ instructionsFault: 'full' as const }),
      fc.constant({ folder: '/elsewhere' }),
    )
    .map((change) => ({ type: 'settingsChanged', change })),
  editsUndone: fc.record({
    type: fc.constant('editsUndone'),
    of: fc.constantFrom('edits', 'undo'),
    messageIds: fc.constant(['m1' as MessageId]),
    files: fc.constantFrom([fileChange('a.ts')], [fileChange('a.ts'), fileChange('b.ts')]),
  }),
  hooksAnswered,
  shutdownRequested: fc.constant({ type: 'shutdownRequested' }),
  sessionOpened: anyContext.map((context) => ({ type: 'sessionOpened', context, unclosed: true })),
  sessionClosed: fc.constant({ type: 'sessionClosed', reason: 'closed' }),
  recovered: fc.record({
    type: fc.constant('recovered'),
    openTurn: fc.option(
      fc.record({
        id: turnId,
        goal: fc.constantFrom('reply', 'compaction'),
        unfinished: fc.option(unfinished),
      }),
    ),
    rested: fc.option(unfinished),
    openCalls: fc.array(openCall, { maxLength: 3 }),
  }),
  timerFired: fc.oneof(
    {
      weight: 15,
      arbitrary: fc.record({ type: fc.constant('timerFired'), timerId: firedTimerId }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('timerFired'), timerId: firedTimerId, overBudget }),
    },
  ),
  llmStreamStarted: fc.record({ type: fc.constant('llmStreamStarted'), requestId: workId }),
  llmResponded: fc
    .record({
      type: fc.constant('llmResponded' as const),
      requestId: workId,
      reply,
      end: fc.constantFrom(...ReplyEnd.options),
      usage: fc.constant(NO_USAGE),
      requestTokens: fc.constantFrom(0, 10, 10_000),
      follows: fc.constantFrom('message', 'results'),
    })
    .map(({ reply: each, ...rest }) => ({ ...rest, ...each })),
  llmFailed: fc.record({
    type: fc.constant('llmFailed'),
    requestId: workId,
    kind: fc.oneof(errorKind, fc.constantFrom('contextFull', 'aborted')),
    detail: text,
    retryAfterMs: fc.option(fc.constantFrom(0, 1_000, 3_600_000)),
    repairs: fc.subarray([...RepairType.options]).map((types) => types.map(testRepair)),
  }),
  toolFinished: fc.record({
    type: fc.constant('toolFinished'),
    workId,
    outcome: fc.constantFrom('ok', 'failed', 'timedOut', 'aborted'),
    content: fc.constant([{ type: 'text', text: 'out' }]),
    summary: fc.constantFrom(null, 'exit 1'),
    files: fc.constantFrom([], [fileChange('a.ts')]),
    hooks: fc.constantFrom(undefined, [HOOK_RUN]),
    digest: fc.constantFrom('r', 'q'),
  }),
  ...ofAsking,
  childChanged: fc.record({
    type: fc.constant('childChanged'),
    agentId,
    now: fc.oneof(
      fc.constantFrom({ type: 'working' } as const, { type: 'asking' } as const),
      fc.record({
        type: fc.constant('ended' as const),
        outcome,
        text,
        tokens: fc.constantFrom(0, 60_000_000),
      }),
    ),
  }),
  workLost: fc.record({ type: fc.constant('workLost'), workId: fc.oneof(workId, timerId) }),
  storeFailed: fc.record({
    type: fc.constant('storeFailed'),
    fault: fc.constantFrom('full', 'readOnly', 'damaged', 'locked', 'io'),
  }),
}

/** Generates events of the given types. */
export function anyEventOf(...types: readonly Input['type'][]): Arbitrary<ConversationEvent> {
  const chosen: readonly Arbitrary<Input>[] = types.map((type) => inputs[type])
  return fc.tuple(fc.oneof(...chosen), envelope).map(([each, parts]) => ({ ...each, ...parts }))
}

export const anyEvent = anyEventOf(...(Object.keys(inputs) as Input['type'][]))
