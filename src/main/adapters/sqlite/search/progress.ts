import type { Database } from 'better-sqlite3'
import type { Indexing } from '../../../../shared/search/search.ts'

/** How much of the older history is indexed. */
export function prepareProgress(db: Database): () => Indexing {
  const state = db.prepare<[], { is_damaged: number; total: number }>(
    'SELECT is_damaged, total FROM search_state',
  )
  const left = db
    .prepare<[], number>('SELECT coalesce(sum(todo), 0) FROM search_conversations WHERE todo > 0')
    .pluck()
  return () => {
    const { is_damaged: isDamaged, total } = state.get() ?? { is_damaged: 1, total: 0 }
    if (isDamaged === 1) return { done: 0, total }
    const todo = left.get() ?? 0
    return todo === 0 ? null : { done: Math.max(0, total - todo), total }
  }
}
