import type { StoreApi } from 'zustand/vanilla'
import type { ConversationSummary } from '../../shared/conversation/conversation.ts'
import type { SubAgentThreadStore } from '../../client/conversation/sub-agent-threads.ts'
import type { ThreadStore } from '../../client/conversation/thread.ts'

interface Rows {
  readonly shell: Pick<
    StoreApi<{ readonly conversations: readonly ConversationSummary[] }>,
    'getState'
  >
  /** The host's time in ms. */
  now(): number
  change(row: ConversationSummary): void
}

/**
 * Updates the rows of followed conversations from their steps, which are all that clients receive about them
 * (docs/decisions/049).
 */
export function followRows(
  threads: readonly ThreadStore[],
  subAgents: SubAgentThreadStore,
  rows: Rows,
): void {
  const followed = new WeakSet<ConversationSummary>()

  function follow(summary: ConversationSummary): void {
    if (followed.has(summary)) return
    followed.add(summary)
    const { id, activity, asks } = summary
    const row = rows.shell.getState().conversations.find((each) => each.id === id)
    if (row !== undefined && (row.activity !== activity || row.asks !== asks))
      rows.change({ ...row, activity, asks, updatedAt: rows.now() })
  }

  for (const { store } of threads)
    store.subscribe((now) => {
      if (now.type === 'open') follow(now.view.summary)
    })
  subAgents.store.subscribe((now) => {
    for (const each of now.values()) if (each.type === 'open') follow(each.view.summary)
  })
}
