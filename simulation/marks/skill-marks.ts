import { SKILL_REASONS, SKILL_TOOL } from '../faults/skill-faults.ts'
import { isCancel, leadsTo, mark, says, timesOut } from './observed-step.ts'
import type { ConversationState } from '../../src/shared/conversation/conversation-state.ts'

/** Marks of skills: each skill that could not be read has its own words, and the model is asked again. */
export const SKILL_MARKS = [
  ...SKILL_REASONS.map(([reason, words]) =>
    mark(`the turn went on after a skill: ${reason}`, (_, __, step) => {
      return leadsTo(step, 'awaitingLlm') && says(step, words)
    }),
  ),
  mark('cancel while a skill is read', (s, e) => isReading(s) && isCancel(e)),
  mark('a skill was not read within its limit', (s, e, step) => {
    return isReading(s) && timesOut(s, e, step)
  }),
  mark('a skill outlived its order to end', (s, e, step) => {
    return isEnding(s) && timesOut(s, e, step)
  }),
  mark('the turn went on after a skill that was not read within its limit', (s, e, step) => {
    return isEnding(s) && e.type === 'toolFinished' && leadsTo(step, 'awaitingLlm')
  }),
] as const

function isReading(state: ConversationState): boolean {
  return state.type === 'toolExecuting' && state.current.call.name === SKILL_TOOL
}

function isEnding(state: ConversationState): boolean {
  return (
    state.type === 'cancelling' && state.waitingFor.some(({ what }) => what.startsWith(SKILL_TOOL))
  )
}
