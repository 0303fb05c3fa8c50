import type { ConversationSummary } from '../../shared/conversation.ts'
import type { ConversationId } from '../../shared/ids.ts'

/** The rows of the list as clients have them: told again only where something that shows has changed. */
export class ShownRows {
  private readonly rows = new Map<ConversationId, ConversationSummary>()
  private readonly announce: (summary: ConversationSummary) => void

  constructor(announce: (summary: ConversationSummary) => void) {
    this.announce = announce
  }

  show(summary: ConversationSummary): void {
    if (isSameRow(this.rows.get(summary.id), summary)) return
    this.rows.set(summary.id, summary)
    this.announce(summary)
  }

  forget(id: ConversationId): void {
    this.rows.delete(id)
  }
}

/** Times alone are no reason to tell every client. */
function isSameRow(before: ConversationSummary | undefined, now: ConversationSummary): boolean {
  return (
    before?.activity === now.activity &&
    before.title === now.title &&
    before.isUnread === now.isUnread
  )
}
