import type { Block } from '../../src/shared/messages/content.ts'
import type { LlmFailureKind } from '../../src/main/core/machine/event.ts'
import type { RejectedPart } from '../../src/main/core/request/repairs.ts'
import type { ModelOutcome } from '../../src/main/runtime/ports/ports.ts'
import type { Choices } from '../choices.ts'
import { SPAWN_AGENTS } from '../../src/main/core/request/agent-tools.ts'
import { TIMER_SLACK_MS } from '../../src/main/core/turn/turn.ts'
import { calls, call, responded, spawn, submit, text, thinking, toolCall } from '../replies.ts'
import { REQUEST_MS } from '../ports/simulated-settings.ts'

/** The behaviour of one request. */
export interface ModelPlan {
  /** ms to the first byte; null: its beginning is never reported. */
  readonly startMs: number | null
  readonly deltas: number
  readonly gapMs: number
  /** Null: no answer ever arrives. */
  readonly outcome: ModelOutcome | 'throws' | null
  readonly onAbort: 'ends' | 'goesOn'
}

type PlanChange = (plan: ModelPlan, choices: Choices, tag: string) => ModelPlan

function failing(kind: LlmFailureKind, retryAfterMs: number | null = null): PlanChange {
  const failed = {
    type: 'failed',
    kind,
    detail: `It failed: ${kind}.`,
    rejectedPart: null,
  } as const
  return (plan) => ({ ...plan, outcome: { ...failed, retryAfterMs } })
}

/** The provider refuses a part of the history. */
function refusing(rejectedPart: RejectedPart): PlanChange {
  const failed = { type: 'failed', kind: 'invalidRequest', detail: 'It was refused.' } as const
  return (plan) => ({ ...plan, outcome: { ...failed, retryAfterMs: null, rejectedPart } })
}

function replying(blocks: (tag: string, choices: Choices) => ModelOutcome): PlanChange {
  return (plan, choices, tag) => ({ ...plan, outcome: blocks(tag, choices) })
}

function half(tag: string): Block {
  return toolCall('bash', { type: 'unparsed', text: `{"command": "ha ${tag}` }, `${tag}_x`)
}

function isSummary({ outcome }: ModelPlan): boolean {
  if (outcome === null || outcome === 'throws' || outcome.type !== 'responded') return false
  const [first] = outcome.blocks
  return first?.type === 'text' && first.text.startsWith('Summary ')
}

/** The time at which the machine gives up on a request. */
const TIME_IS_UP_MS = REQUEST_MS + TIMER_SLACK_MS

/** ms, near the times at which a request is stopped, repeated or given up. */
function someLate(choices: Choices): number {
  return choices.pick(16_000, 400, 1_000, 2_500, TIME_IS_UP_MS + 2_000)
}

const ENDS: readonly PlanChange[] = [failing('server'), failing('contextFull')]

/** All faults of a model. A new one is one entry. */
export const MODEL_FAULTS = {
  refused: failing('network'),
  server: failing('server'),
  overloaded: failing('overloaded'),
  timeout: failing('timeout'),
  rateLimit: failing('rateLimit'),
  rateLimitSecond: failing('rateLimit', 1_000),
  rateLimitHour: failing('rateLimit', 3_600_000),
  auth: failing('auth'),
  billing: failing('billing'),
  invalidRequest: failing('invalidRequest'),
  refusedThinking: refusing({ type: 'thinking' }),
  refusedCalls: refusing({ type: 'calls' }),
  refusedCallIds: refusing({ type: 'callIds' }),
  refusedReasoning: refusing({ type: 'reasoningRefused' }),
  missingReasoning: refusing({ type: 'reasoningMissing', field: 'reasoning_content' }),
  refusedImage: refusing({ type: 'image', at: null }),
  refusedDocument: refusing({ type: 'document', at: null }),
  refusedForItsSize: refusing({ type: 'size' }),
  refusedUnclearly: refusing({ type: 'unclear' }),
  contextFull: failing('contextFull'),
  abortedByItself: failing('aborted'),
  refusedByPolicy: failing('refused'),
  errorAfterDeltas: (plan, choices, tag) => {
    return { ...failing('overloaded')(plan, choices, tag), deltas: 3, gapMs: 20 }
  },
  silence: (plan) => ({ ...plan, startMs: null, deltas: 0, outcome: null }),
  silenceAfterStart: (plan) => ({ ...plan, startMs: 5, deltas: 1, outcome: null }),
  slow: (plan) => ({ ...plan, startMs: 20_000, gapMs: 20_000, deltas: 2 }),
  neverStarted: (plan) => ({ ...plan, startMs: null }),
  throws: (plan) => ({ ...plan, outcome: 'throws' }),
  goesOnAfterAbort: (plan) => ({ ...plan, onAbort: 'goesOn', startMs: 20, deltas: 3, gapMs: 700 }),
  startsLongAfterAbort: (plan, choices) => {
    return { ...plan, onAbort: 'goesOn', startMs: someLate(choices), gapMs: 9_000 }
  },
  failsLongAfterAbort: (plan, choices, tag) => {
    const late = { onAbort: 'goesOn', startMs: someLate(choices), deltas: 0 } as const
    return { ...failing('server')(plan, choices, tag), ...late }
  },
  answersWithItsTimer: (plan, choices, tag) => {
    const bent = choices.pick(plan, ...ENDS.map((bend) => bend(plan, choices, tag)))
    return { ...bent, startMs: 5, deltas: 0, gapMs: TIME_IS_UP_MS - 10 }
  },
  goesOnLongAfterAbort: (plan, choices) => {
    return { ...plan, onAbort: 'goesOn', startMs: 5, gapMs: choices.pick(25_000, 500) }
  },
  silentAndGoesOn: (plan) => ({ ...plan, onAbort: 'goesOn', outcome: null }),
  partialInput: replying((tag) => responded([half(tag)], 'toolUse')),
  emptyEndTurn: replying(() => responded([], 'endTurn')),
  emptySummary: (plan) => {
    return isSummary(plan) ? { ...plan, outcome: responded([], 'endTurn') } : plan
  },
  blankText: replying(() => responded([text(' \n')], 'endTurn')),
  thinkingAlone: replying((tag) => responded([thinking(tag)], 'endTurn')),
  unsignedThinking: replying((tag) => {
    return responded([{ type: 'thinking', text: tag, signature: null }, text(tag)], 'endTurn')
  }),
  duplicateIds: replying((tag) =>
    responded([call(`a ${tag}`, 'same'), call(`b ${tag}`, 'same')], 'toolUse'),
  ),
  oddIds: replying((tag) => responded([call(`a ${tag}`, '€ !'), call(`b ${tag}`, '')], 'toolUse')),
  unknownTool: replying((tag) => {
    const unknown = toolCall('teleport', { type: 'object', value: { tag } }, `${tag}_t`)
    return responded([unknown, call(`after ${tag}`, `${tag}_u`)], 'toolUse')
  }),
  unknownBlock: replying((tag) => {
    return responded([{ type: 'other', json: { type: 'new', tag } }, text(tag)], 'endTurn')
  }),
  unknownEnd: replying((tag) => responded([text(tag)], 'unknown')),
  unknownEndWithCalls: replying((tag) => responded([text(tag), ...calls(2, tag)], 'unknown')),
  cutText: replying((tag) => responded([text(`cut ${tag}`)], 'maxTokens')),
  cutCall: replying((tag) => responded([text(`cut ${tag}`), half(tag)], 'maxTokens')),
  cutLoneCall: replying((tag) => responded([half(tag)], 'maxTokens')),
  cutManyCalls: replying((tag) => responded([...calls(2, tag), half(tag)], 'maxTokens')),
  pause: replying((tag) => responded([text(`pause ${tag}`)], 'pauseTurn')),
  pauseWithCalls: replying((tag) => responded(calls(1, tag), 'pauseTurn')),
  refusal: replying((tag) => responded([text(`I will not ${tag}`)], 'refusal')),
  contextFullEnd: replying((tag) => {
    return responded([text(`no room ${tag}`), ...calls(1, tag)], 'contextFull')
  }),
  contextFullText: replying((tag) => responded([text(`no room ${tag}`)], 'contextFull')),
  growsToItsLimit: replying((tag) => responded([text(`long ${tag}`)], 'endTurn', 190_000)),
  growsInItsRound: replying((tag) => responded(calls(1, tag), 'toolUse', 190_000)),
  longText: replying((tag) => responded([text(`${tag} ${'z'.repeat(40_000)}`)], 'endTurn')),
  spawnsNobody: replying((tag) => responded([spawn([], tag)], 'toolUse')),
  spawnsForBlanks: replying((tag) => responded([spawn(['task', ' '], tag)], 'toolUse')),
  spawnsTooMany: replying((tag) => {
    const tasks = Array.from({ length: 11 }, (_, index) => `task ${index} of ${tag}`)
    return responded([spawn(tasks, tag)], 'toolUse')
  }),
  spawnsUnread: replying((tag) => {
    const input = { type: 'unparsed', text: '{"tasks": [' } as const
    return responded([toolCall(SPAWN_AGENTS, input, tag)], 'toolUse')
  }),
  spawns: replying((tag) => responded([spawn([`task 0 of ${tag}`], tag)], 'toolUse')),
  spawnsForAMinute: replying((tag) => {
    return responded([spawn([`task 0 of ${tag}`, `task 1 of ${tag}`], tag, 1)], 'toolUse')
  }),
  submitsAmongOthers: replying((tag) => {
    return responded([submit(`mixed ${tag}`, tag), ...calls(1, tag)], 'toolUse')
  }),
  submitsTwice: replying((tag) => {
    return responded([submit(`one ${tag}`, tag), submit(`two ${tag}`, `${tag}_2`)], 'toolUse')
  }),
  submitsNothing: replying((tag) => responded([submit(' ', tag)], 'toolUse')),
  submitsMuch: replying((tag) => responded([submit('r'.repeat(40_000), tag)], 'toolUse')),
  alwaysWorks: replying((tag) => responded(calls(1, tag), 'toolUse')),
  asksOutside: replying((tag) => responded([call(`out ${tag}`, tag)], 'toolUse')),
  saysTheSame: replying((tag) => responded([call('same', tag)], 'toolUse')),
  callsWithEndTurn: replying((tag) => responded(calls(2, tag), 'endTurn')),
  manyCalls: replying((tag, choices) => {
    return responded(calls(choices.pick(5, 64, 66, 20), tag), 'toolUse')
  }),
  loneSurrogate: replying((tag) => responded([text(`\ud83d half ${tag}`)], 'endTurn')),
} as const satisfies Record<string, PlanChange>

export type ModelFaultName = keyof typeof MODEL_FAULTS

export function isModelFault(name: string): name is ModelFaultName {
  return Object.hasOwn(MODEL_FAULTS, name)
}

/** Faults of a provider that can last for a while. */
const LASTING: readonly string[] = [
  'refused',
  'server',
  'overloaded',
  'timeout',
  'rateLimit',
  'errorAfterDeltas',
] satisfies readonly ModelFaultName[]

export function canLast(name: ModelFaultName): boolean {
  return LASTING.includes(name)
}
