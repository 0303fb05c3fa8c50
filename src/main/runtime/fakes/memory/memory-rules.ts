import { failed, ok, type Result } from '../../../../shared/result.ts'
import { isSameRule } from '../../../../shared/settings/rule-words.ts'
import type { FolderRule, Rule } from '../../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../../core/machine/store-fault.ts'
import type { Flushed, FlushPort } from '../../ports/store.ts'
import type { RuleStore } from '../../ports/rule-store.ts'

/**
 * The rules of folders in memory. `failing`: the fault of every write; null if they succeed. `flushed`: the outcome of
 * what was written.
 */
export class MemoryRules implements RuleStore, FlushPort {
  failing: StoreFault | null = null
  flushed: Flushed | Promise<Flushed> = 'kept'
  readonly rulesOf = new Map<string, readonly Rule[]>()

  flushing(): Flushed | Promise<Flushed> {
    return this.flushed
  }

  rules(folder: string): readonly Rule[] {
    return this.rulesOf.get(folder) ?? []
  }

  protected addRule(folder: string, rule: Rule): void {
    const rules = this.rulesOf.get(folder) ?? []
    const isKnown = rules.some((each) => isSameRule(each, rule))
    if (!isKnown) this.rulesOf.set(folder, [...rules, rule])
  }

  allRules(): readonly FolderRule[] {
    return [...this.rulesOf]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([folder, rules]) => rules.map((rule) => ({ folder, rule })))
  }

  removeRule(folder: string, rule: Rule): Result<null, StoreFault> {
    return this.write(() => {
      const left = (this.rulesOf.get(folder) ?? []).filter((each) => !isSameRule(each, rule))
      this.rulesOf.set(folder, left)
      return null
    })
  }

  protected write<Value>(run: () => Value): Result<Value, StoreFault> {
    return this.failing === null ? ok(run()) : failed(this.failing)
  }
}
