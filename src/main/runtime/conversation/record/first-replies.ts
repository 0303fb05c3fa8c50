import type { ConversationId } from '../../../../shared/ids.ts'
import { modelName, type NamedModel } from '../../../../shared/models/model-name.ts'
import { hasThought } from '../../../core/request/has-thought.ts'
import type { HistoryStore } from '../../ports/history-store.ts'
import { activeIn } from './read-needed.ts'

const PAGE = 50

/** Finds the first reply of a model without reading any reply twice. */
export class FirstReplies {
  readonly #id: ConversationId
  readonly #store: Pick<HistoryStore, 'messagesOf'>
  readonly #known = new Map<string, { readonly throughSeq: number; readonly is: boolean }>()

  constructor(id: ConversationId, store: Pick<HistoryStore, 'messagesOf'>) {
    this.#id = id
    this.#store = store
  }

  /** True if that reply came with thoughts; false if there is none yet. */
  hasThought(model: NamedModel): boolean {
    const name = modelName(model)
    const before = this.#known.get(name)
    if (before?.is === true || before?.throughSeq === Infinity) return before.is
    const found = this.#look(model, before?.throughSeq ?? 0)
    this.#known.set(name, found)
    return found.is
  }

  /** Forgets everything, because another reply may be the first now. */
  rewound(): void {
    this.#known.clear()
  }

  #look(model: NamedModel, from: number): { throughSeq: number; is: boolean } {
    const marks = this.#store.messagesOf(this.#id, ['rewound'], { afterSeq: from })
    for (let throughSeq = from; ;) {
      const page = this.#store.messagesOf(this.#id, ['agent'], {
        afterSeq: throughSeq,
        limit: PAGE,
      })
      const is = hasThought(activeIn(page, marks), model)
      if (is !== null) return { throughSeq: Infinity, is }
      const last = page.at(-1)
      if (last === undefined) return { throughSeq, is: false }
      throughSeq = last.seq
    }
  }
}
