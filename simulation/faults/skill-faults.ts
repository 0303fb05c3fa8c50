import type { ToolOutcome } from '../../src/main/runtime/ports/ports.ts'
import type { Choices } from '../choices.ts'
import { toolOutcome, type ToolPlan } from './tool-faults.ts'

export const SKILL_TOOL = 'skill'
/** The deadline of a call. */
export const SKILL_LIMIT_MS = 10_000

/** One life in this many has skills; the others stay as they were before skills existed. */
const ONE_IN = 4

/** True if folders have skills in this life. */
export function hasSkills({ seed }: Choices): boolean {
  return seed % ONE_IN === 1
}

/** How long the tool waits for a skill's file. */
const READ_MS = 2_000

/** The skill tool's messages for a skill that can no longer be used: the same sentences as the real tool's. */
const REASONS = {
  isGone: 'There is no skill deploy that may be used here now.',
  changedSinceTrust: 'It has changed since the user allowed it',
  isAPipe: 'SKILL.md is a named pipe.',
  isAFolder: 'SKILL.md is a folder.',
  isNoText: 'SKILL.md is not UTF-8 text.',
  isTooLong: 'SKILL.md is longer than 128 KB.',
  lostItsFrontMatter: 'The text between its --- lines is not valid YAML.',
  isUnreadable: 'It could not be read (EACCES).',
  isSlow: 'It could not be read in time.',
  namesNoFile: 'The skill deploy has no file reference.md.',
  linksOut: 'reference.md is a link out of its folder.',
} as const

function says(outcome: ToolOutcome['outcome'], words: string): PlanChange {
  return (plan) => ({ ...plan, prints: [], outcome: toolOutcome(outcome, words) })
}

type PlanChange = (plan: ToolPlan) => ToolPlan
type Reason = keyof typeof REASONS

/** The tool's results for skills that could not be read. */
export const SKILL_REASONS = Object.entries(REASONS) as readonly (readonly [Reason, string])[]

/** All ways in which a skill is read, good and bad. A new one is one entry. */
export const SKILL_BEHAVIOURS = {
  fine: (plan) => ({ ...plan, prints: [] }),
  isGone: says('failed', REASONS.isGone),
  changedSinceTrust: says('failed', REASONS.changedSinceTrust),
  isAPipe: says('failed', REASONS.isAPipe),
  isAFolder: says('failed', REASONS.isAFolder),
  isNoText: says('failed', REASONS.isNoText),
  isTooLong: says('failed', REASONS.isTooLong),
  lostItsFrontMatter: says('failed', REASONS.lostItsFrontMatter),
  isUnreadable: says('failed', REASONS.isUnreadable),
  isSlow: (plan) => ({ ...says('failed', REASONS.isSlow)(plan), gapMs: READ_MS }),
  namesNoFile: says('failed', REASONS.namesNoFile),
  linksOut: says('failed', REASONS.linksOut),
  /** Its disk does not answer: the call ends at its deadline or on Stop. */
  diskIsDead: (plan) => ({ ...plan, prints: [], outcome: null }),
  /** The abort is ignored as well. */
  diskIsDeadAndDeaf: (plan) => ({ ...plan, prints: [], outcome: null, afterAbort: null }),
  hasABug: (plan) => ({ ...plan, prints: [], outcome: 'throws' }),
  fillsItsResult: says('ok', `The skill deploy. ${'z'.repeat(32 * 1_024)}`),
  isOddText: says('ok', 'The skill deploy. \ud83d\0\u202E\udc00'),
} as const satisfies Record<string, PlanChange>

export type SkillBehaviour = keyof typeof SKILL_BEHAVIOURS
