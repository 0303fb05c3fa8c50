import { modelName, type NamedModel, readModelName } from '../../../shared/models/model-name.ts'
import type { Provider } from '../../../shared/conversation/turn.ts'
import { narrowedBy } from '../../core/request/provider-limits.ts'

/**
 * The context sizes of models in tokens, as their servers reported them when a request was too long. Kept while Phoenix
 * runs.
 */
export class LearntLimits {
  readonly #known = new Map<string, number>()

  /** Returns false if it was already known. */
  learn(named: NamedModel, contextTokens: number): boolean {
    const name = modelName(named)
    if (this.#known.get(name) === contextTokens) return false
    this.#known.set(name, contextTokens)
    return true
  }

  of(named: NamedModel): number | null {
    return this.#known.get(modelName(named)) ?? null
  }

  /** Forgets everything about the models of an endpoint. */
  forget(endpoint: string): void {
    for (const name of this.#known.keys()) {
      if (readModelName(name).endpoint === endpoint) this.#known.delete(name)
    }
  }

  /** The provider's limits, lowered if its server reported less. */
  within(provider: Provider): Provider['limits'] {
    return narrowedBy(provider.limits, this.of(provider))
  }
}
