import type { ConversationId } from '../../../shared/ids.ts'
import { modelName } from '../../../shared/models/model-name.ts'
import type { Result } from '../../../shared/result.ts'
import { withdrawalBetween } from '../../core/machine/sandbox-policy.ts'
import type { Context } from '../../core/machine/context.ts'
import type { StoreFault } from '../../core/machine/store-fault.ts'
import { attempt } from '../guard.ts'
import type { ConversationRuntime } from '../conversation/conversation-runtime.ts'
import { settingsOf } from '../conversation/settings-change.ts'
import type { StoredConversation } from '../ports/conversation-store.ts'
import type { OwnSettings } from '../ports/own-settings.ts'
import { ownContext } from './own-context.ts'
import type { RegistryPorts } from './registry-ports.ts'

interface SettingsPorts extends Pick<
  RegistryPorts,
  'contextOf' | 'processes' | 'shells' | 'store'
> {
  live(): ReadonlyMap<ConversationId, ConversationRuntime>
}

/** The effective settings of live conversations: the general ones, overridden by each conversation's own. */
export class LiveSettings {
  readonly #ports: SettingsPorts

  constructor(ports: SettingsPorts) {
    this.#ports = ports
  }

  /**
   * Changes a conversation's own settings, which also apply to its sub-agents. Background jobs that have a withdrawn
   * right end.
   */
  configure(runtime: ConversationRuntime, own: OwnSettings): Result<null, StoreFault> {
    const withdrawal = withdrawalBetween(runtime.record.own, own, runtime.liveContext)
    const saved = runtime.record.configure(own)
    if (!saved.ok) return saved
    const { id } = runtime.record.stored
    for (const each of this.#ports.live().values()) {
      const { stored } = each.record
      if (each !== runtime && stored.parent?.conversationId !== id) continue
      attempt('reporting settings', () => this.apply(each))
      attempt('rights of jobs', () => this.#ports.processes.withdrawFromJobs(stored.id, withdrawal))
      attempt('rights of commands', () => this.#ports.shells.withdraw(stored.id, withdrawal))
    }
    return saved
  }

  /** Gives each live conversation its new context. */
  changed(): void {
    // If one throws, the others still get theirs.
    for (const runtime of this.#ports.live().values())
      attempt('reporting settings', () => this.apply(runtime))
  }

  apply(runtime: ConversationRuntime): void {
    const { stored, own } = runtime.record
    const { instructions, instructionsFault } = runtime.liveContext
    const now = this.contextFor({ ...stored, ...own, instructions, instructionsFault })
    runtime.changeSettings(settingsOf(now))
    // Before the first message, no step announces the current model.
    const { provider, use } = runtime
    const inForce = {
      model: modelName(provider),
      searchesWeb: now.primary.searchesWeb === true,
      use,
    }
    runtime.feed.publish({ type: 'conversation.configured', ...own, ...inForce })
  }

  contextFor(stored: StoredConversation): Context {
    const { parent } = stored
    const above = parent === null ? undefined : this.#ports.live().get(parent.conversationId)
    return ownContext(stored, {
      settings: this.#ports.contextOf(stored),
      rules: this.#ports.store.rules(stored.folder),
      parent: above?.liveContext ?? null,
    })
  }
}
