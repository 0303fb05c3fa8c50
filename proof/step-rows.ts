import type { ConversationState } from '../src/shared/conversation/conversation-state.ts'
import { askedCalls } from '../src/shared/conversation/conversation-state.ts'
import type { MessageContent } from '../src/shared/messages/message.ts'
import type { Effect } from '../src/main/core/machine/effect.ts'
import type { Lifecycle } from '../src/main/core/machine/lifecycle.ts'
import type { Moved } from '../src/main/core/machine/step.ts'
import type { Input } from '../src/main/core/machine/event.ts'
import type { Situation } from './node.ts'
import type { Trial } from './trials.ts'

type StateType = ConversationState['type']
export type RoleName = 'root' | 'child'

/** Steps with the same result: the states, the event's details, and the result. */
export interface StepRow {
  readonly role: RoleName
  readonly state: StateType
  readonly event: Input['type']
  /** The details that distinguish the event; '' if none do. */
  readonly when: readonly string[]
  /** The details that distinguish the state. */
  readonly where: readonly string[]
  readonly to: StateType
  readonly effects: readonly string[]
  readonly timers: readonly string[]
  readonly messages: readonly string[]
  readonly record: readonly string[]
}

/** Collects steps as rows. */
export class StepRows {
  readonly #known = new Map<string, StepRow & { readonly sets: Conditions }>()

  note({ state, variant }: Situation, { event, label }: Trial, step: Moved): void {
    const effects = step.effects.flatMap(effectName)
    const timers = step.effects.flatMap(timerName)
    const outcome = {
      role: variant.context.role.type,
      state: state.type,
      event: event.type,
      to: step.state.type,
      effects: distinct(effects),
      timers: distinct(timers),
      messages: distinct(step.messages.map(({ content }) => messageName(content))),
      record: distinct([...step.lifecycle.map(lifecycleName), ...step.rules.map(() => 'rule')]),
    }
    const key = JSON.stringify(outcome)
    const row = this.#known.get(key) ?? {
      ...outcome,
      when: [],
      where: [],
      sets: { when: new Set<string>(), where: new Set<string>() },
    }
    this.#known.set(key, row)
    row.sets.when.add(label === event.type ? '' : wordsOf(label.slice(event.type.length + 2, -1)))
    row.sets.where.add(conditionOf(state))
  }

  get rows(): readonly StepRow[] {
    return [...this.#known.values()].map(({ sets, ...row }) => {
      return { ...row, when: [...sets.when].toSorted(), where: [...sets.where].toSorted() }
    })
  }
}

/** An accepted report always comes from live work, so "live" is omitted. */
function wordsOf(label: string): string {
  return label.replace(/ ?live$/, '')
}

interface Conditions {
  readonly when: Set<string>
  readonly where: Set<string>
}

/** Joins rows of several explorations: rows with the same outcome become one. */
export function joinedRows(rows: readonly StepRow[]): readonly StepRow[] {
  const known = new Map<string, StepRow>()
  for (const row of rows) {
    const { when, where, ...outcome } = row
    const key = JSON.stringify(outcome)
    const before = known.get(key)
    known.set(key, {
      ...row,
      when: distinct([...(before?.when ?? []), ...when]).toSorted(),
      where: distinct([...(before?.where ?? []), ...where]).toSorted(),
    })
  }
  return [...known.values()]
}

/** Describes the part of a state that decides where an event leads. */
export function conditionOf(state: ConversationState): string {
  switch (state.type) {
    case 'idle':
      return state.unfinished === null ? 'nothing unfinished' : 'something unfinished'
    case 'awaitingLlm':
      return `${state.purpose}, ${state.reason}`
    case 'llmRequesting':
      return `${state.purpose}, attempt ${state.attempt}, ${state.phase.type}`
    case 'awaitingApproval':
      return askedCalls(state).length === 1 ? 'one question' : 'several questions'
    case 'awaitingAnswer':
    case 'toolExecuting':
      return state.round.remaining.length === 0 ? 'the last call' : 'calls remain'
    case 'awaitingSubAgents': {
      const open = state.children.filter(({ phase }) => phase.type !== 'ended').length
      return open === 1 ? 'one sub-agent open' : 'several open'
    }
    case 'cancelling':
      return `${state.waitingFor.length === 1 ? 'one work' : 'several works'}, then ${state.then.type}`
    case 'error':
      return state.kind === 'refused' ? 'refused' : 'any other kind'
    case 'contextExhausted':
    case 'completed':
    case 'failed':
      return ''
    default:
      return state satisfies never
  }
}

function effectName(effect: Effect): readonly string[] {
  if (effect.type === 'startTimer' || effect.type === 'stopTimer') return []
  return [effect.type === 'stopWork' ? `stopWork (${effect.reason})` : effect.type]
}

function timerName(effect: Effect): readonly string[] {
  if (effect.type === 'stopTimer') return ['stop']
  if (effect.type !== 'startTimer') return []
  return [effect.afterMs <= 0 ? 'at once' : 'start']
}

function messageName(content: MessageContent): string {
  if (content.type === 'tool') return `tool (${content.outcome})`
  return content.type === 'error' ? `error (${content.kind})` : content.type
}

function lifecycleName(entry: Lifecycle): string {
  return 'reason' in entry ? `${entry.type} (${entry.reason})` : entry.type
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
