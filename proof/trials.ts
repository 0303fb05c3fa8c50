import { NO_USAGE } from '../src/shared/content.ts'
import type { CallId, EventId, MessageId, TimerId, TurnId, WorkId } from '../src/shared/ids.ts'
import { Unfinished } from '../src/shared/conversation-state.ts'
import { ErrorKind } from '../src/shared/message.ts'
import type { ConversationEvent, Input, InputOf, LlmFailureKind } from '../src/main/core/event.ts'
import type { Live } from './live.ts'
import { NOW, type Place } from './node.ts'
import { ENDS, FOLLOWS, REPLIES } from './replies.ts'
import { changesFrom, changeTo, type Variant } from './variants.ts'

/** An event that is tried, and what it is called in a witness. `variant`: the context after it. */
export interface Trial {
  readonly label: string
  readonly event: ConversationEvent
  readonly variant: Variant
}

type Labelled<Type extends Input['type']> = readonly [
  label: string,
  input: InputOf<Type>,
  variant?: Variant,
]
type Tried<Type extends Input['type']> = (place: Place) => readonly Labelled<Type>[]

const UNKNOWN = '#unknown'
const turnId = '#turn' as TurnId
const fault = ['full', 'readOnly', 'io'] as const
/** Not said, waited for, not waited for. */
const retryAfter = { none: null, 'in 1 min': 60_000, 'in 1 h': 3_600_000 }
const failureKinds: readonly LlmFailureKind[] = [...ErrorKind.options, 'contextFull', 'aborted']

/** Every event with everything a step tells apart in it. An event without an entry does not compile. */
const TRIED: { readonly [Type in Input['type']]: Tried<Type> } = {
  userMessage: () => [
    ['', { type: 'userMessage', messageId: '#e.m' as MessageId, text: 'Go', attachments: [] }],
  ],
  cancelRequested: () => [['by user', { type: 'cancelRequested', by: 'user' }]],
  continueRequested: () => [['', { type: 'continueRequested' }]],
  retryRequested: () => [['', { type: 'retryRequested' }]],
  settingsChanged: ({ variant }) =>
    changesFrom(variant).map((to) => {
      return [`to ${to.name}`, { type: 'settingsChanged', change: changeTo(to) }, to]
    }),
  shutdownRequested: () => [['', { type: 'shutdownRequested' }]],
  sessionOpened: ({ variant: { context } }) =>
    [true, false].map((unclosed) => {
      return [unclosed ? 'unclosed' : '', { type: 'sessionOpened', context, unclosed }]
    }),
  sessionClosed: () => [
    ['closed', { type: 'sessionClosed', reason: 'closed' }],
    ['shutdown', { type: 'sessionClosed', reason: 'shutdown' }],
  ],
  recovered: () => [
    ['nothing', { type: 'recovered', openTurn: null, rested: null, openCalls: [] }],
    ['an open turn', { type: 'recovered', openTurn: turnId, rested: null, openCalls: [] }],
    ...[false, true].map((started): Labelled<'recovered'> => {
      const openCalls = [{ callId: '#call' as CallId, started }]
      return ['open calls', { type: 'recovered', openTurn: turnId, rested: null, openCalls }]
    }),
    ...causes().map((cause): Labelled<'recovered'> => {
      const rested = { turnId, cause }
      return [`rested ${cause}`, { type: 'recovered', openTurn: null, rested, openCalls: [] }]
    }),
  ],
  timerFired: (place) =>
    idsOf(place, 'timer').map(([label, id]) => {
      return [label, { type: 'timerFired', timerId: id as TimerId }]
    }),
  llmStreamStarted: (place) =>
    idsOf(place, 'request').map(([label, id]) => {
      return [label, { type: 'llmStreamStarted', requestId: id as WorkId }]
    }),
  llmResponded: (place) =>
    idsOf(place, 'request').flatMap(([label, id]) => repliesOf(label, id as WorkId)),
  llmFailed: (place) =>
    idsOf(place, 'request').flatMap(([label, id]) => failuresOf(label, id as WorkId)),
  toolFinished: (place) =>
    idsOf(place, 'tool').flatMap(([label, id]) =>
      (['ok', 'failed', 'timedOut', 'aborted'] as const).map((outcome) => {
        const result = { workId: id as WorkId, outcome, content: [], summary: null }
        return [`${outcome} ${label}`, { type: 'toolFinished', ...result }]
      }),
    ),
  workLost: (place) =>
    idsOf(place, 'any').map(([label, id]) => {
      return [label, { type: 'workLost', workId: id as WorkId }]
    }),
  storeFailed: () => fault.map((each) => [each, { type: 'storeFailed', fault: each }]),
}

function causes(): readonly Unfinished['cause'][] {
  return Unfinished.unwrap().shape.cause.options
}

/** The first ids of any node: one of them does not live, and is that of a turn, a message or something that has ended. */
const NAMES = Array.from({ length: 16 }, (_, index) => `<${index}>`)

/** What an event can name: what lives, an id that the state has but that no longer lives, and one never heard of. */
function idsOf({ live }: Place, kind: Live['kind'] | 'any'): readonly [string, string][] {
  const ids = live
    .filter((each) => kind === 'any' || each.kind === kind)
    .map(({ id, isStopped }): [string, string] => [isStopped ? 'stopped' : 'live', id])
  const ended = NAMES.find((id) => live.every((each) => each.id !== id)) ?? UNKNOWN
  return [...ids, ['ended', ended], ['unknown', UNKNOWN]]
}

function repliesOf(label: string, requestId: WorkId): readonly Labelled<'llmResponded'>[] {
  const replies = label === 'live' ? REPLIES : REPLIES.slice(0, 1)
  return replies.flatMap((said) =>
    ENDS.flatMap((end) =>
      FOLLOWS.map((follows): Labelled<'llmResponded'> => {
        const { blocks, calls } = said
        const reply = { requestId, blocks, calls, end, usage: NO_USAGE, follows }
        return [
          `${said.label}, ${end}, after ${follows} ${label}`,
          { type: 'llmResponded', ...reply },
        ]
      }),
    ),
  )
}

function failuresOf(label: string, requestId: WorkId): readonly Labelled<'llmFailed'>[] {
  const kinds = label === 'live' ? failureKinds : failureKinds.slice(0, 1)
  return kinds.flatMap((kind) =>
    Object.entries(retryAfter).map(([when, retryAfterMs]): Labelled<'llmFailed'> => {
      const failure = { requestId, kind, detail: '', retryAfterMs }
      return [`${kind}, retry-after ${when} ${label}`, { type: 'llmFailed', ...failure }]
    }),
  )
}

/** The longest wait that jitter can give: the path of failures is measured with it. */
const AROUND = { id: '#e' as EventId, at: NOW, random: 0.999_999, printed: 'printed' }

type AnyTried = (
  place: Place,
) => readonly (readonly [label: string, input: Input, variant?: Variant])[]

/** The events of a type that are tried at a place. */
function trialsOf(type: Input['type'], place: Place): readonly Trial[] {
  const tried: AnyTried = TRIED[type]
  return tried(place).map(([label, input, variant = place.variant]) => {
    const name = label === '' ? input.type : `${input.type} (${label})`
    return { label: name, event: { ...input, ...AROUND }, variant }
  })
}

export const EVENT_TYPES = Object.keys(TRIED) as readonly Input['type'][]

/** Every event that is tried at a place. */
export function trialsAt(place: Place): readonly Trial[] {
  return EVENT_TYPES.flatMap((type) => trialsOf(type, place))
}

/** What comes where all that can go wrong does: each timer fires, each work fails or is lost. */
export function failuresAt(place: Place): readonly Trial[] {
  const types = ['timerFired', 'llmFailed', 'toolFinished', 'workLost'] as const
  return types
    .flatMap((type) => trialsOf(type, place))
    .filter(({ event }) => event.type !== 'toolFinished' || event.outcome !== 'ok')
}
