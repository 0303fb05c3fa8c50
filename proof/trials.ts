import type { LabelledInput, InputOptions } from './labelled-input.ts'
import type { CallId, EventId, MessageId, TurnId, WorkId } from '../src/shared/ids.ts'
import {
  askedCalls,
  type ConversationState,
  turnOf,
} from '../src/shared/conversation/conversation-state.ts'
import type { NewMessage } from '../src/shared/messages/message.ts'
import type { QuestionAnswer } from '../src/shared/messages/user-question.ts'
import { type ApprovalAnswer, Unfinished } from '../src/shared/conversation/turn.ts'
import type { ConversationEvent, Input, InputOf, OpenCall } from '../src/main/core/machine/event.ts'
import { endedBy } from './live.ts'
import { LATER, NOW, type Situation } from './node.ts'
import { FAILING, isFailure, REPORTS_TO_TRY } from './reports-to-try.ts'
import { changesFrom, changeTo, RULE, type Variant } from './variants.ts'

/** An event to try, and its label in a witness. `variant`: the context after it. */
export interface Trial {
  readonly label: string
  readonly event: ConversationEvent
  readonly variant: Variant
}

type InputsAt<Type extends Input['type']> = (situation: Situation) => readonly LabelledInput<Type>[]

const turnId = '#turn' as TurnId
const QUESTION: NewMessage = {
  id: '#said' as MessageId,
  at: 0,
  content: { type: 'user', text: 'Go', attachments: [], author: 'person' },
}
const modes = ['policy', 'interrupt', 'join'] as const

/** Every event with all details that a step distinguishes. An event without an entry does not compile. */
const TRIALS: { readonly [Type in Input['type']]: InputsAt<Type> } = {
  ...REPORTS_TO_TRY,
  userMessage: () =>
    modes.flatMap((mode): readonly LabelledInput<'userMessage'>[] => {
      const messageId = '#e.m' as MessageId
      const input = { type: 'userMessage', messageId, text: 'Go', attachments: [], mode } as const
      return [
        [mode, input],
        [`${mode}, late`, input, { isLate: true }],
        [`${mode}, ${GONE}`, input, { isFolderGone: true }],
      ]
    }),
  cancelRequested: () =>
    (['user', 'parent', 'timeout'] as const).map((by) => [
      `by ${by}`,
      { type: 'cancelRequested', by },
    ]),
  approvalAnswered: answers,
  questionAnswered: ({ state }) => [
    ['with words', answered(state, { type: 'answered', options: [], text: 'Go' })],
    ['with nothing', answered(state, { type: 'answered', options: [], text: '' })],
    [
      'with an option that there is not',
      answered(state, { type: 'answered', options: [7], text: '' }),
    ],
    ['skipped', answered(state, { type: 'skipped' })],
    ['by nobody', answered(state, { type: 'skipped', isUnasked: true })],
    [
      'to another',
      { type: 'questionAnswered', callId: '#another' as CallId, answer: { type: 'skipped' } },
    ],
    ['to a later one', { ...answered(state, { type: 'skipped' }), number: 2 }],
  ],
  continueRequested: () => inBothFolders({ type: 'continueRequested' }),
  retryRequested: () => inBothFolders({ type: 'retryRequested' }),
  compactRequested: () => inBothFolders({ type: 'compactRequested' }),
  turnExtended: ({ state }) => [
    ['of the turn that runs', { type: 'turnExtended', turnId: turnOf(state)?.id ?? turnId }],
    ['of another turn', { type: 'turnExtended', turnId: '#another' as TurnId }],
  ],
  attachmentsDropped: () => [['', { type: 'attachmentsDropped' }]],
  rewound: () => [['', { type: 'rewound', fromSeq: 1 }]],
  forked: () => [
    ['with a summary', { type: 'forked', from: { type: 'summary', text: 'So far.', model: null } }],
    ['with an answer due', { type: 'forked', from: { type: 'messages', messages: [QUESTION] } }],
  ],
  settingsChanged: ({ variant, state }) => [
    ...changesFrom(variant, state).map((to): LabelledInput<'settingsChanged'> => {
      const change = changeTo(to)
      return [`to ${to.name}`, { type: 'settingsChanged', change }, { variant: to }]
    }),
    ...inBothFolders({ type: 'settingsChanged', change: { folder: '/elsewhere' } } as const),
  ],
  editsUndone: () => [
    ['', { type: 'editsUndone', of: 'edits', messageIds: ['#m' as MessageId], files: [] }],
  ],
  hooksAnswered: (situation) => [
    ...hooksOn({ type: 'turn' }, 'the end of a turn'),
    ...requestsIn(situation).flatMap(([what, requestId]) =>
      hooksOn({ type: 'message', requestId, fromSeq: 1, text: '' }, `the message of ${what}`),
    ),
  ],
  shutdownRequested: () => [['', { type: 'shutdownRequested' }]],
  sessionOpened: ({ variant: { context } }) =>
    [true, false].map((unclosed) => {
      return [unclosed ? 'unclosed' : '', { type: 'sessionOpened', context, unclosed }]
    }),
  sessionClosed: () => [
    ['closed', { type: 'sessionClosed', reason: 'closed' }],
    ['shutdown', { type: 'sessionClosed', reason: 'shutdown' }],
  ],
  recovered: recoveries,
}

function hooksOn(
  of: InputOf<'hooksAnswered'>['of'],
  what: string,
): readonly LabelledInput<'hooksAnswered'>[] {
  const said = { type: 'hooksAnswered', of, runs: [] } as const
  return [
    [`nothing against ${what}`, { ...said, blocks: null }],
    [`against ${what}`, { ...said, blocks: 'No.' }],
    [`against ${what}, ${GONE}`, { ...said, blocks: 'No.' }, { isFolderGone: true }],
  ]
}

/** The awaited request, and another one. */
function requestsIn({ state }: Situation): readonly (readonly [string, WorkId])[] {
  const isOut = state.type === 'llmRequesting' && state.phase.type !== 'backoff'
  const another = ['another request', '#request' as WorkId] as const
  return isOut ? [['the request', state.phase.requestId], another] : [another]
}

/** An answer to the current question, or to one that does not exist. */
function answered(state: ConversationState, answer: QuestionAnswer): InputOf<'questionAnswered'> {
  const callId = state.type === 'awaitingAnswer' ? state.current.call.callId : ('#call' as CallId)
  const number = state.type === 'awaitingAnswer' ? state.asked?.number : undefined
  return { type: 'questionAnswered', callId, ...(number !== undefined && { number }), answer }
}

const GONE = 'in a folder that is gone'

function inBothFolders<Event extends Input>(
  input: Event,
): readonly (readonly [string, Event, InputOptions?])[] {
  return [
    ['', input],
    [GONE, input, { isFolderGone: true }],
  ]
}

/** One answer for one call, for the last, and for all; and for a call that does not ask. */
function answers({ state }: Situation): readonly LabelledInput<'approvalAnswered'>[] {
  const asked = state.type === 'awaitingApproval' ? askedCalls(state) : []
  const ids = asked.map(({ callId }) => callId)
  const named: readonly (readonly [string, readonly CallId[]])[] = [
    ['the first', ids.slice(0, 1)],
    ['the last', ids.slice(-1)],
    ['all', ids],
    ['an unknown one', ['#call' as CallId]],
  ]
  const given: readonly (readonly [string, ApprovalAnswer])[] = [
    ['once', { type: 'once' }],
    ['edited', { type: 'edited', command: 'ls' }],
    ['always', { type: 'always', rule: RULE }],
    ['no', { type: 'deny', reason: '' }],
  ]
  return named.flatMap(([which, callIds]) =>
    given.map(([word, answer]): LabelledInput<'approvalAnswered'> => {
      return [`${word} for ${which}`, { type: 'approvalAnswered', callIds, answer }]
    }),
  )
}

const openCalls: readonly OpenCall['was'][] = [
  { type: 'waiting' },
  { type: 'asked' },
  { type: 'questioned' },
  { type: 'started' },
  { type: 'delegated', children: [] },
]

function recoveries(): readonly LabelledInput<'recovered'>[] {
  const nothing = { type: 'recovered', openTurn: null, rested: null, openCalls: [] } as const
  const openTurn = { id: turnId, goal: 'reply', unfinished: null } as const
  return [
    ['nothing', nothing],
    ['an open turn', { ...nothing, openTurn }],
    ['an open compaction', { ...nothing, openTurn: { ...openTurn, goal: 'compaction' } }],
    ...openCalls.map((was): LabelledInput<'recovered'> => {
      const callId = '#call' as CallId
      return [`an open call: ${was.type}`, { ...nothing, openTurn, openCalls: [{ callId, was }] }]
    }),
    ...causes().map((cause): LabelledInput<'recovered'> => {
      return [`rested: ${cause}`, { ...nothing, rested: { turnId, cause } }]
    }),
  ]
}

function causes(): readonly Unfinished['cause'][] {
  return Unfinished.unwrap().shape.cause.options
}

/** The longest wait that jitter can produce: failure paths are measured with it. */
const ENVELOPE = { id: '#e' as EventId, random: 0.999_999, printed: 'printed', sleptMs: 0 }

type AnyInputsAt = (
  situation: Situation,
) => readonly (readonly [label: string, input: Input, more?: InputOptions])[]

/** Returns the events of a type to try at a situation, optionally only those that are wanted. */
function trialsOf(
  type: Input['type'],
  situation: Situation,
  isWanted: (input: Input) => boolean = () => true,
): readonly Trial[] {
  const inputsAt: AnyInputsAt = TRIALS[type]
  const wanted = inputsAt(situation).filter(([, input]) => isWanted(input))
  return wanted.map(([label, input, more = {}]) => {
    const name = label === '' ? input.type : `${input.type} (${label})`
    const at = more.isLate === true ? LATER : NOW
    return {
      label: name,
      event: { ...input, ...ENVELOPE, at, isFolderGone: more.isFolderGone === true },
      variant: more.variant ?? situation.variant,
    }
  })
}

export const EVENT_TYPES = Object.keys(TRIALS).toSorted() as readonly Input['type'][]

/** Returns every event to try at a situation. */
export function trialsAt(situation: Situation): readonly Trial[] {
  return EVENT_TYPES.flatMap((type) => trialsOf(type, situation))
}

/** Returns the events in which something fails: each timer fires, each work fails or is lost. */
export function failuresAt(situation: Situation): readonly Trial[] {
  const live = new Set(situation.live.map(({ id }) => id))
  const isWanted = (input: Input): boolean => isFailure(input) && live.has(endedBy(input) ?? '')
  return FAILING.flatMap((type) => trialsOf(type, situation, isWanted))
}
