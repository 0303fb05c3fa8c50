import { failed, ok, type Result } from '../../shared/result.ts'
import type { Rule } from '../../shared/turn.ts'
import type { StoreFault } from '../core/event.ts'
import type { ConversationRuntime } from './conversation-runtime.ts'
import type { Log, Store } from './ports.ts'

/** What runs in a folder without being asked for. */
export class FolderRules {
  private readonly store: Pick<Store, 'rules' | 'saveRule'>
  private readonly live: () => Iterable<ConversationRuntime>
  private readonly log: Log
  private readonly faults = new Map<string, StoreFault>()

  constructor(
    store: Pick<Store, 'rules' | 'saveRule'>,
    live: () => Iterable<ConversationRuntime>,
    log: Log,
  ) {
    this.store = store
    this.live = live
    this.log = log
  }

  /** Saved, it reaches every live conversation of the folder. Unsaved, the call that it came with runs all the same. */
  save(folder: string, rule: Rule): void {
    const saved = this.keep(folder, rule)
    if (!saved.ok) {
      this.faults.set(keyOf(folder, rule), saved.error)
      this.log.warn('a rule could not be saved', { folder, fault: saved.error })
      return
    }
    this.faults.delete(keyOf(folder, rule))
    const rules = saved.value
    for (const runtime of this.live()) {
      if (runtime.record.stored.folder === folder) runtime.changeSettings({ rules })
    }
  }

  /** All rules of the folder, with this one. A disk that cannot be read holds up no call either (T18). */
  private keep(folder: string, rule: Rule): Result<readonly Rule[], StoreFault> {
    try {
      const saved = this.store.saveRule(folder, rule)
      return saved.ok ? ok(this.store.rules(folder)) : saved
    } catch (error) {
      this.log.warn('the rules of a folder could not be read', { folder, error: String(error) })
      return failed('io')
    }
  }

  /** Why this rule could not be saved when it was last tried; null: it could, or it was not tried. */
  faultOf(folder: string, rule: Rule): StoreFault | null {
    return this.faults.get(keyOf(folder, rule)) ?? null
  }
}

function keyOf(folder: string, { tool, subject }: Rule): string {
  return JSON.stringify([folder, tool, subject])
}
