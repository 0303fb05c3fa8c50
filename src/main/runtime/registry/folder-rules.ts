import type { Result } from '../../../shared/result.ts'
import { isSameRule } from '../../../shared/settings/rule-words.ts'
import type { FolderRule, Rule } from '../../../shared/conversation/turn.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { attempt } from '../guard.ts'
import type { Log } from '../ports/ports.ts'
import type { RuleStore } from '../ports/rule-store.ts'

interface RulePorts {
  readonly store: RuleStore
  readonly log: Log
  live(): Iterable<ConversationRuntime>
  /** Notifies every client. */
  announce(): void
}

/** The rules for what runs in a folder without asking. */
export class FolderRules {
  readonly #ports: RulePorts

  constructor(ports: RulePorts) {
    this.#ports = ports
  }

  list(): readonly FolderRule[] {
    return this.#ports.store.allRules()
  }

  /** Gives saved rules to every live conversation of the folder, even if the other rules cannot be read again. */
  saved(folder: string, rules: readonly Rule[]): void {
    this.#changed(folder, (known) => [
      ...known,
      ...rules.filter((rule) => !known.some((each) => isSameRule(each, rule))),
    ])
  }

  /** Removes a rule from every live conversation of the folder, even if the other rules cannot be read again. */
  remove(folder: string, rule: Rule): Result<null, StoreFault> {
    const removed = this.#ports.store.removeRule(folder, rule)
    if (!removed.ok) return removed
    this.#changed(folder, (known) => known.filter((each) => !isSameRule(each, rule)))
    return removed
  }

  /** `change`: applied to the rules that a conversation knows, if the disk cannot be read. */
  #changed(folder: string, change: (known: readonly Rule[]) => readonly Rule[]): void {
    const stored = this.#read(folder)
    for (const runtime of this.#liveIn(folder)) {
      const rules = stored ?? change(runtime.liveContext.rules)
      attempt('reporting a rule', () => runtime.changeSettings({ rules }))
    }
    this.#ports.announce()
  }

  /** Null if they cannot be read: an unreadable disk holds up no call (T18). */
  #read(folder: string): readonly Rule[] | null {
    try {
      return this.#ports.store.rules(folder)
    } catch (error) {
      this.#ports.log.warn('the rules of a folder could not be read', {
        folder,
        error: String(error),
      })
      return null
    }
  }

  #liveIn(folder: string): readonly ConversationRuntime[] {
    return [...this.#ports.live()].filter(({ record }) => record.stored.folder === folder)
  }
}
