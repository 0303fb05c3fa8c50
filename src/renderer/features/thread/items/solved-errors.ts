import type { ErrorItem, ThreadItem } from '../../../../client/items/thread-items.ts'
import { countOf } from '../../../../client/words/words.ts'

/** Failed attempts that were followed by another: only the outcome matters to a reader. */
export interface FailedTries {
  readonly type: 'failedTries'
  readonly key: string
  readonly errors: readonly ErrorItem[]
}

/** Folds consecutive failures except the last, and all of them once the model has answered. */
export function foldSolved(items: readonly ThreadItem[]): readonly (ThreadItem | FailedTries)[] {
  const lastAnswer = items.findLastIndex(({ type }) => type === 'agent')
  const folded: (ThreadItem | FailedTries)[] = []
  items.forEach((item, index) => {
    const isPast = index < lastAnswer || items[index + 1]?.type === 'error'
    if (item.type !== 'error' || !isPast) return folded.push(item)
    const last = folded.at(-1)
    if (last?.type !== 'failedTries')
      return folded.push({ type: 'failedTries', key: `tries ${item.key}`, errors: [item] })
    return folded.splice(-1, 1, { ...last, errors: [...last.errors, item] })
  })
  return folded
}

export function wordsOfTries(count: number): string {
  return countOf(count, 'failed attempt', 'failed attempts')
}
