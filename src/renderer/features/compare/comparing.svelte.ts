import type { AppError } from '../../../shared/app-error.ts'
import type { MessageId } from '../../../shared/ids.ts'
import type { Client } from '../../../client/client.ts'
import type { Branches } from './branches.ts'
import { type Comparison, loadBranches } from './load-branches.ts'

/** The comparison on the screen, and its two branches. */
export class Comparing {
  compared: Comparison
  problem = $state.raw<AppError | null>(null)
  #loaded = $state.raw<{ readonly of: Comparison; readonly branches: Branches } | null>(null)
  #isOpen = true
  readonly #client: Client

  constructor(client: Client, first: Comparison) {
    this.#client = client
    this.compared = $state.raw(first)
  }

  /** Null: not known yet. */
  get branches(): Branches | null {
    return this.#loaded?.of === this.compared ? this.#loaded.branches : null
  }

  async load(): Promise<void> {
    const asked = this.compared
    const isWanted = (): boolean => this.#isOpen && this.compared === asked
    const loaded = await loadBranches(this.#client, asked, isWanted)
    if (loaded === null || !isWanted()) return
    this.problem = loaded.ok ? null : loaded.error
    if (loaded.ok) this.#loaded = { of: asked, branches: loaded.value }
  }

  async choose(side: 'left' | 'right', version: MessageId): Promise<void> {
    if (this.compared.type !== 'versions') return
    this.compared = { ...this.compared, [side]: version }
    this.problem = null
    await this.load()
  }

  close(): void {
    this.#isOpen = false
  }
}
