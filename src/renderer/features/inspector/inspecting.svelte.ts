import type { AppError } from '../../../shared/app-error.ts'
import type { ConversationId } from '../../../shared/ids.ts'
import type { PastView } from '../../../shared/protocol/inspector-commands.ts'
import type { Client } from '../../../client/client.ts'

/** The inspector of the current conversation: open or not, and the selected place of its log. */
export class Inspecting {
  isOpen = $state(false)
  problem = $state.raw<AppError | null>(null)
  /** The last selected place; null: now. */
  seq = $state.raw<number | null>(null)
  private shown = $state.raw<{ readonly of: ConversationId; readonly past: PastView } | null>(null)
  private isAsking = false
  private readonly client: Pick<Client, 'request'>

  constructor(client: Pick<Client, 'request'>) {
    this.client = client
  }

  toggle(): void {
    this.isOpen = !this.isOpen
    if (!this.isOpen) this.showNow()
  }

  showNow(): void {
    this.seq = null
    this.shown = null
    this.problem = null
  }

  /** The conversation at the selected place; null: it is shown in its current state. */
  pastOf(conversationId: ConversationId): PastView | null {
    return this.shown?.of === conversationId ? this.shown.past : null
  }

  /** One request at a time: of the places that a person passes meanwhile, only the last one is requested. */
  async show(conversationId: ConversationId, seq: number): Promise<void> {
    this.seq = seq
    if (this.isAsking) return
    this.isAsking = true
    let requested = 0
    while (this.seq !== null && this.seq !== requested) {
      requested = this.seq
      const answer = await this.client.request('log.past', { conversationId, seq: requested })
      if (this.seq === null) break
      this.problem = answer.ok ? null : answer.error
      if (answer.ok) this.shown = { of: conversationId, past: answer.value }
    }
    this.isAsking = false
  }
}
