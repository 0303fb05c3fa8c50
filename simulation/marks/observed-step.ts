import {
  type ConversationState,
  keepsTrying,
} from '../../src/shared/conversation/conversation-state.ts'
import { textsOf } from '../../src/shared/messages/content.ts'
import type { Turn } from '../../src/shared/conversation/turn.ts'
import type { Context } from '../../src/main/core/machine/context.ts'
import type { ConversationEvent } from '../../src/main/core/machine/event.ts'
import type { Interruption } from '../../src/main/core/machine/lifecycle.ts'
import type { Step } from '../../src/main/core/machine/step.ts'
import { clockTimerOf } from '../../src/main/core/turn/turn-clock.ts'

export type ObservedStep = (
  state: ConversationState,
  event: ConversationEvent,
  step: Step,
  context: Context,
) => boolean

/** Names the pair as docs/machine.md does: a refusal is a pair of its own. */
export function pairOf(state: ConversationState, event: ConversationEvent, step: Step): string {
  return `${state.type} × ${event.type}${step.type === 'refused' ? ' refused' : ''}`
}

export function isCancel(event: ConversationEvent): boolean {
  return event.type === 'cancelRequested'
}

export function inPhase(state: ConversationState, phase: string): boolean {
  return state.type === 'llmRequesting' && state.phase.type === phase
}

export function replies(event: ConversationEvent, end: string): boolean {
  return event.type === 'llmResponded' && event.end === end
}

export function leadsTo(step: Step, type: ConversationState['type']): boolean {
  return step.type === 'moved' && step.state.type === type
}

export function refusedAs(step: Step, reason: string): boolean {
  return step.type === 'refused' && step.reason === reason
}

export function fails(event: ConversationEvent, kind: string): boolean {
  return event.type === 'llmFailed' && event.kind === kind
}

export function mark<Name extends string>(
  name: Name,
  sees: ObservedStep,
): { name: Name; sees: ObservedStep } {
  return { name, sees }
}

export function continues(
  state: ConversationState,
  event: ConversationEvent,
  cause: string,
): boolean {
  return (
    state.type === 'idle' && state.unfinished?.cause === cause && event.type === 'continueRequested'
  )
}

export function retries(event: ConversationEvent, kind: string, step: Step): boolean {
  return fails(event, kind) && leadsTo(step, 'llmRequesting')
}

/** True if the step begins a wait after the first attempts. */
export function keepsOn(step: Step): boolean {
  return step.type === 'moved' && keepsTrying(step.state)
}

export function isEmptyReply(event: ConversationEvent): boolean {
  return event.type === 'llmResponded' && event.end === 'endTurn' && event.blocks.length === 0
}

export function answers(event: ConversationEvent, answer: string, step: Step): boolean {
  return event.type === 'approvalAnswered' && event.answer.type === answer && step.type === 'moved'
}

export function ends(event: ConversationEvent, outcome: string): boolean {
  return (
    event.type === 'childChanged' && event.now.type === 'ended' && event.now.outcome === outcome
  )
}

export function isSummary(state: ConversationState): boolean {
  return state.type === 'llmRequesting' && state.purpose === 'compaction'
}

export function isReplaced(step: Step): boolean {
  return isInterrupted(step, 'newMessage')
}

export function isInterrupted(step: Step, reason: Interruption): boolean {
  return (
    step.type === 'moved' &&
    step.lifecycle.some((each) => each.type === 'turnInterrupted' && each.reason === reason)
  )
}

export function isOn(step: Step, holds: (turn: Turn) => boolean): boolean {
  return step.type === 'moved' && 'turn' in step.state && holds(step.state.turn)
}

/** True if the timer of the awaited work fired, not the clock of the turn. */
export function timesOut(state: ConversationState, event: ConversationEvent, step: Step): boolean {
  const isTimer = event.type === 'timerFired' && event.timerId !== clockTimerOf(state)
  return isTimer && step.type === 'moved'
}

/** True if the clock of a turn fired. */
export function reachesTime(state: ConversationState, event: ConversationEvent): boolean {
  return event.type === 'timerFired' && event.timerId === clockTimerOf(state)
}

/** True if one of the new messages contains these words. */
export function says(step: Step, words: string): boolean {
  return (
    step.type === 'moved' &&
    step.messages.some(({ content }) => {
      if (content.type === 'system') return content.text.includes(words)
      return (
        content.type === 'tool' && textsOf(content.content).some((text) => text.includes(words))
      )
    })
  )
}

export function meetsLimit(step: Step, words: string): boolean {
  return isLimit(step) && says(step, words)
}

export function isLimit(step: Step): boolean {
  return (
    step.type === 'moved' && step.state.type === 'idle' && step.state.unfinished?.cause === 'limit'
  )
}
