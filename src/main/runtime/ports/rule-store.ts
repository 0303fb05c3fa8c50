import type { Result } from '../../../shared/result.ts'
import type { FolderRule, Rule } from '../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'

/** What runs in a folder without asking. A rule is saved by the step with which a person creates it. */
export interface RuleStore {
  rules(folder: string): readonly Rule[]
  /** Of every folder, by its name. */
  allRules(): readonly FolderRule[]
  /** Succeeds, too, if there is none. */
  removeRule(folder: string, rule: Rule): Result<null, StoreFault>
}
