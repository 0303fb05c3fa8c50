import { NO_USAGE, totalOf, type Usage } from '../src/shared/models/usage.ts'
import type { AgentId, TimerId, WorkId } from '../src/shared/ids.ts'
import { ErrorKind } from '../src/shared/messages/message.ts'
import { requestTimerOf } from '../src/main/core/turn/awaited.ts'
import { testRepair } from '../src/main/core/testing/test-repair.ts'
import type { Input, InputOf, LlmFailureKind } from '../src/main/core/machine/event.ts'
import type { Live } from './live.ts'
import { isLow, type Situation } from './node.ts'
import { endsOf, FOLLOWS, REPLIES, REQUEST_TOKENS, type ReplyContent } from './replies.ts'
import type { LabelledInput } from './labelled-input.ts'

type Report =
  | 'timerFired'
  | 'llmStreamStarted'
  | 'llmResponded'
  | 'llmFailed'
  | 'toolFinished'
  | 'toolAsked'
  | 'questionWithdrawn'
  | 'childChanged'
  | 'workLost'
  | 'storeFailed'

/** Absent, short enough to wait for, too long to wait for. */
const retryAfter = { none: null, 'in 1 min': 60_000, 'in 1 h': 3_600_000 }
const failureKinds: readonly LlmFailureKind[] = [...ErrorKind.options, 'contextFull', 'aborted']
/**
 * One repair that retries at once represents all ten that do; only a summary leads elsewhere. A step takes the first
 * one left.
 */
export const REPAIRS_TO_TRY = ['withoutThinking', 'withSummary'] as const
const repairs = REPAIRS_TO_TRY.map(testRepair)
const toolOutcomes = ['ok', 'failed', 'timedOut', 'aborted'] as const
/** Equal to the last call's result, or not. */
const digests = { 'as before': 'r', 'not as before': 'q' }
function childNews(situation: Situation): readonly InputOf<'childChanged'>['now'][] {
  const tokens = totalOf(usageAt(situation))
  return [
    { type: 'working' },
    { type: 'asking' },
    { type: 'ended', outcome: 'completed', text: 'found', tokens },
    { type: 'ended', outcome: 'network', text: '', tokens },
  ]
}
/** With a low token cap each reply counts as one token, otherwise as none: a high cap is never reached. */
function usageAt({ variant }: Situation): Usage {
  return isLow(variant.context.caps.tokensPerTurn) ? { ...NO_USAGE, inputTokens: 1 } : NO_USAGE
}
const faults = ['full', 'readOnly', 'damaged', 'locked', 'io'] as const

/** The reports of work and timers, with live, stopped, ended and unknown ids. */
export const REPORTS_TO_TRY: {
  readonly [Type in Report]: (situation: Situation) => readonly LabelledInput<Type>[]
} = {
  timerFired: (situation) =>
    idsOf(situation, 'timer').flatMap(([label, id]): readonly LabelledInput<'timerFired'>[] => {
      const input = { type: 'timerFired', timerId: id as TimerId } as const
      const overBudget = { type: 'money', usd: 2, budgetUsd: 1, unpricedTokens: 0 } as const
      const isDue = requestTimerOf(situation.state) === id
      if (!isDue) return [[label, input]]
      return [
        [label, input],
        [`${label}, over budget`, { ...input, overBudget }],
      ]
    }),
  llmStreamStarted: (situation) =>
    idsOf(situation, 'request').map(([label, id]) => {
      return [label, { type: 'llmStreamStarted', requestId: id as WorkId }]
    }),
  llmResponded: (situation) =>
    idsOf(situation, 'request').flatMap(([label, id]) => repliesTo(situation, label, id as WorkId)),
  llmFailed: (situation) =>
    idsOf(situation, 'request').flatMap(([label, id]) => failuresOf(label, id as WorkId)),
  toolFinished: (situation) =>
    idsOf(situation, 'tool').flatMap(([label, id]) =>
      toolOutcomes.flatMap((outcome) =>
        Object.entries(digests).map(([same, digest]): LabelledInput<'toolFinished'> => {
          const result = {
            workId: id as WorkId,
            outcome,
            content: [],
            summary: null,
            files: [],
            digest,
          }
          return [`${outcome} ${same} ${label}`, { type: 'toolFinished', ...result }]
        }),
      ),
    ),
  toolAsked: (situation) =>
    idsOf(situation, 'tool').map(([label, id]) => {
      const question = { question: 'Which?', options: [], multi_select: false }
      return [
        label,
        { type: 'toolAsked', workId: id as WorkId, number: 1, by: 'A server', question },
      ]
    }),
  questionWithdrawn: (situation) =>
    idsOf(situation, 'tool').map(([label, id]) => [
      label,
      { type: 'questionWithdrawn', workId: id as WorkId, number: 1 },
    ]),
  childChanged: (situation) =>
    idsOf(situation, 'child').flatMap(([label, id]) =>
      childNews(situation).flatMap((now): readonly LabelledInput<'childChanged'>[] => {
        const input = { type: 'childChanged', agentId: id as AgentId, now } as const
        const what = now.type === 'ended' ? now.outcome : now.type
        const tried = [`${what} ${label}`, input] as const
        // Its remaining time depends on when it asks.
        return now.type === 'asking'
          ? [tried, [`${what} after its time ${label}`, input, { isLate: true }]]
          : [tried]
      }),
    ),
  workLost: (situation) =>
    idsOf(situation, 'any').map(([label, id]) => {
      return [label, { type: 'workLost', workId: id as WorkId }]
    }),
  storeFailed: () => faults.map((fault) => [fault, { type: 'storeFailed', fault }]),
}

const UNKNOWN = '#unknown'
/** The first ids of any node: at least one is not live, and belongs to a turn, a message or something that has ended. */
const NAMES = Array.from({ length: 32 }, (_, index) => `<${index}>`)

/** The ids that an event can name: live ones, one that the state has but that is no longer live, and an unknown one. */
function idsOf({ live }: Situation, kind: Live['kind'] | 'any'): readonly [string, string][] {
  const ids = live
    .filter((each) => kind === 'any' || each.kind === kind)
    .map(({ id, isStopped }): [string, string] => [isStopped ? 'stopped' : 'live', id])
  const ended = NAMES.find((id) => live.every((each) => each.id !== id)) ?? UNKNOWN
  return [...ids, ['ended', ended], ['unknown', UNKNOWN]]
}

/** A report that is not awaited is tried in one form only. */
function repliesTo(
  situation: Situation,
  label: string,
  requestId: WorkId,
): readonly LabelledInput<'llmResponded'>[] {
  const { state } = situation
  const usage = usageAt(situation)
  const heard = { requestId, usage, requestTokens: REQUEST_TOKENS.long }
  if (label !== 'live') return REPLIES.slice(0, 1).flatMap((said) => repliesOf(said, heard))
  const isSummary = 'purpose' in state && state.purpose === 'compaction'
  return isSummary
    ? REPLIES.filter(({ calls }) => calls.length === 0).flatMap((said) =>
        Object.entries(REQUEST_TOKENS).flatMap(([size, requestTokens]) =>
          repliesOf(said, { ...heard, requestTokens }, `to a ${size} request`),
        ),
      )
    : REPLIES.flatMap((said) => repliesOf(said, heard))
}

function repliesOf(
  said: ReplyContent,
  heard: Pick<InputOf<'llmResponded'>, 'requestId' | 'usage' | 'requestTokens'>,
  words = '',
): readonly LabelledInput<'llmResponded'>[] {
  const { label, blocks, calls } = said
  // The preceding request decides what a reply without calls means.
  const asked = calls.length === 0 ? FOLLOWS : FOLLOWS.slice(0, 1)
  return endsOf(said).flatMap((end) =>
    asked.map((follows): LabelledInput<'llmResponded'> => {
      const reply = { ...heard, blocks, calls, end, follows }
      return [`${label}, ${end}, after ${follows} ${words}`, { type: 'llmResponded', ...reply }]
    }),
  )
}

function failuresOf(label: string, requestId: WorkId): readonly LabelledInput<'llmFailed'>[] {
  const kinds = label === 'live' ? failureKinds : failureKinds.slice(0, 1)
  const failure = { type: 'llmFailed', requestId, detail: '', repairs: [] } as const
  const plain = kinds.flatMap((kind) =>
    Object.entries(retryAfter).map(([when, retryAfterMs]): LabelledInput<'llmFailed'> => {
      return [`${kind}, retry-after ${when} ${label}`, { ...failure, kind, retryAfterMs }]
    }),
  )
  const refused = { ...failure, kind: 'invalidRequest', retryAfterMs: null, repairs } as const
  const short = [testRepair('shortOutputs')]
  const tooLong = { ...failure, kind: 'contextFull', retryAfterMs: null, repairs: short } as const
  return label === 'live'
    ? [...plain, ['refused, can be mended', refused], ['too long, can be shortened', tooLong]]
    : plain
}

/** The reports that mean failure: a timer fires, work fails or is lost. Null: none of this type. */
const FAILS: { readonly [Type in Report]: ((report: InputOf<Type>) => boolean) | null } = {
  timerFired: () => true,
  llmStreamStarted: null,
  llmResponded: null,
  llmFailed: () => true,
  toolFinished: ({ outcome }) => outcome !== 'ok',
  toolAsked: null,
  questionWithdrawn: null,
  childChanged: ({ now }) => now.type === 'ended' && now.outcome !== 'completed',
  workLost: () => true,
  storeFailed: null,
}
type AnyFails = Readonly<Record<string, ((report: Input) => boolean) | null | undefined>>

export const FAILING = (Object.keys(FAILS) as readonly Report[]).filter(
  (type) => FAILS[type] !== null,
)

export function isFailure(event: Input): boolean {
  return (FAILS as AnyFails)[event.type]?.(event) ?? false
}
