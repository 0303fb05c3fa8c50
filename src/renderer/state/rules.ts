import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '../../shared/app-error.ts'
import type { ClientEvent } from '../../shared/protocol/events.ts'
import type { FolderRule } from '../../shared/conversation/turn.ts'
import type { Client } from '../../client/client.ts'

/** The rules for what runs without asking, loaded while somebody looks at them. */
export type Rules =
  | { readonly type: 'unknown' }
  | { readonly type: 'known'; readonly rules: readonly FolderRule[] }
  | { readonly type: 'failed'; readonly error: AppError }

export interface FolderRulesStore {
  readonly store: StoreApi<Rules>
  /** Follows all rules until the returned function is called. */
  follow(): () => void
  /** Null: it was removed. */
  remove(rule: FolderRule): Promise<AppError | null>
  apply(events: readonly ClientEvent[]): void
  /** Asks again after a lost connection. */
  reopen(): void
}

const UNKNOWN: Rules = { type: 'unknown' }

export function createRules(client: Client): FolderRulesStore {
  const store = createStore<Rules>(() => UNKNOWN)
  let followers = 0
  let newestRequest = 0

  /** The answer to a later request is newer. */
  async function ask(): Promise<void> {
    if (followers === 0) return
    const requestNumber = ++newestRequest
    const answer = await client.request('rules.list', {})
    if (requestNumber !== newestRequest || followers === 0) return
    if (answer.ok) store.setState({ type: 'known', rules: answer.value.rules }, true)
    else if (answer.error.code !== 'disconnected')
      store.setState({ type: 'failed', error: answer.error }, true)
  }

  return {
    store,
    follow: () => {
      followers += 1
      void ask()
      return () => {
        followers -= 1
        if (followers === 0) store.setState(UNKNOWN, true)
      }
    },
    remove: async (rule) => {
      const answer = await client.request('rules.remove', rule)
      return answer.ok ? null : answer.error
    },
    apply: (events) => {
      if (events.some(({ type }) => type === 'rules.changed')) void ask()
    },
    reopen: () => void ask(),
  }
}

export interface FolderOfRules {
  readonly folder: string
  readonly rules: readonly FolderRule[]
}

/** Groups the rules by folder, in the order in which they came. */
export function byFolder(rules: readonly FolderRule[]): readonly FolderOfRules[] {
  const folders = Map.groupBy(rules, ({ folder }) => folder)
  return [...folders].map(([folder, own]) => ({ folder, rules: own }))
}
