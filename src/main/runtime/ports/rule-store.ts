import type { Result } from '../../../shared/result.ts'
import type { FolderRule, Rule } from '../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/** The rules for what runs in a folder without asking. A rule is saved by the step with which a person creates it. */
export interface RuleStore {
  rules(folder: string): readonly Rule[]
  /** Returns the rules of all folders, ordered by folder. */
  allRules(): readonly FolderRule[]
  /** Succeeds even if there is none. */
  removeRule(folder: string, rule: Rule): Result<null, StoreFault>
}
