import { failed, ok, type Result } from '../../../shared/result.ts'
import { isSameRule } from '../../../shared/rule-words.ts'
import type { FolderRule, Rule } from '../../../shared/turn.ts'
import type { StoreFault } from '../../core/machine/event.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { attempt } from '../guard.ts'
import type { Log } from '../ports/ports.ts'
import type { RuleStore } from '../ports/rule-store.ts'

interface RulePorts {
  readonly store: RuleStore
  readonly log: Log
  live(): Iterable<ConversationRuntime>
  /** Tells every client. */
  announce(): void
}

/** What runs in a folder without being asked for. */
export class FolderRules {
  private readonly ports: RulePorts
  private readonly faults = new Map<string, StoreFault>()

  constructor(ports: RulePorts) {
    this.ports = ports
  }

  list(): readonly FolderRule[] {
    return this.ports.store.allRules()
  }

  /** Saved, it reaches every live conversation of the folder. Whatever fails, the call that it came with runs all the same. */
  save(folder: string, rule: Rule): void {
    const saved = this.keep(folder, rule)
    if (!saved.ok) {
      this.faults.set(keyOf(folder, rule), saved.error)
      this.ports.log.warn('a rule could not be saved', { folder, fault: saved.error })
      return
    }
    this.faults.delete(keyOf(folder, rule))
    for (const runtime of this.liveIn(folder))
      attempt('telling of a rule', () => runtime.changeSettings({ rules: saved.value }))
    this.ports.announce()
  }

  /** Removed, it is gone from every live conversation of the folder, also where the others cannot be read again. */
  remove(folder: string, rule: Rule): Result<null, StoreFault> {
    const removed = this.ports.store.removeRule(folder, rule)
    if (!removed.ok) return removed
    const left = this.read(folder)
    for (const runtime of this.liveIn(folder)) {
      const own = runtime.liveContext.rules.filter((each) => !isSameRule(each, rule))
      const rules = left.ok ? left.value : own
      attempt('telling of a rule', () => runtime.changeSettings({ rules }))
    }
    this.ports.announce()
    return removed
  }

  /** All rules of the folder, with this one. A disk that cannot be read holds up no call either (T18). */
  private keep(folder: string, rule: Rule): Result<readonly Rule[], StoreFault> {
    try {
      const saved = this.ports.store.saveRule(folder, rule)
      return saved.ok ? this.read(folder) : saved
    } catch (error) {
      return this.unread(folder, error)
    }
  }

  private read(folder: string): Result<readonly Rule[], StoreFault> {
    try {
      return ok(this.ports.store.rules(folder))
    } catch (error) {
      return this.unread(folder, error)
    }
  }

  private unread(folder: string, error: unknown): Result<never, StoreFault> {
    this.ports.log.warn('the rules of a folder could not be read', { folder, error: String(error) })
    return failed('io')
  }

  private liveIn(folder: string): readonly ConversationRuntime[] {
    return [...this.ports.live()].filter(({ record }) => record.stored.folder === folder)
  }

  /** Why this rule could not be saved when it was last tried; null: it could, or it was not tried. */
  faultOf(folder: string, rule: Rule): StoreFault | null {
    return this.faults.get(keyOf(folder, rule)) ?? null
  }
}

function keyOf(folder: string, { tool, subject, match }: Rule): string {
  return JSON.stringify([folder, tool, subject, match])
}
