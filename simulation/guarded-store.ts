import type { Commit, Committed, Store } from '../src/main/runtime/ports.ts'
import type { Result } from '../src/shared/result.ts'
import type { StoreFault } from '../src/main/core/event.ts'
import type { Disk } from './disk.ts'
import { isFailingWrite, SLOW_COMMIT_MS } from './store-faults.ts'
import type { Surroundings } from './surroundings.ts'

/** Thrown through the app when it dies: nothing of it runs on. */
export class Death extends Error {}

export interface StoreWatch {
  /** Before and after each write, counted over the whole run. Throws where the app dies there. */
  beforeWrite(): void
  afterWrite(): void
  committed(commit: Commit, committed: Committed): void
  commitFailed(commit: Commit): void
}

/** The store as the app gets it: faults strike, oracles look, and it can die at each write. */
export function guardStore(disk: Disk, world: Surroundings, watch: StoreWatch): Store {
  const { store } = disk

  function write<Value>(run: () => Result<Value, StoreFault>): Result<Value, StoreFault> {
    watch.beforeWrite()
    const fault = world.faults.strike('store')
    if (fault === 'slow') world.schedule.delay(SLOW_COMMIT_MS)
    else if (fault !== null && isFailingWrite(fault)) {
      world.note(`the disk: ${fault}`)
      disk.failNext(fault, world.choices.int(4))
    }
    const result = run()
    disk.clearFault()
    return result
  }

  return {
    ...reading(store),
    commit: (commit) => {
      const result = write(() => store.commit(commit))
      if (result.ok) watch.committed(commit, result.value)
      else watch.commitFailed(commit)
      watch.afterWrite()
      return result
    },
    createConversation: (row) =>
      after(
        watch,
        write(() => store.createConversation(row)),
      ),
    saveDraft: (id, draft) =>
      after(
        watch,
        write(() => store.saveDraft(id, draft)),
      ),
    rename: (id, title, source) => {
      if (source === 'model') world.sometimes('a title was given by a model')
      return after(
        watch,
        write(() => store.rename(id, title, source)),
      )
    },
    markUnread: (id, isUnread) =>
      after(
        watch,
        write(() => store.markUnread(id, isUnread)),
      ),
  }
}

function after<Value>(watch: StoreWatch, value: Value): Value {
  watch.afterWrite()
  return value
}

function reading(
  store: Store,
): Omit<Store, 'commit' | 'createConversation' | 'saveDraft' | 'rename' | 'markUnread'> {
  return {
    list: () => store.list(),
    conversation: (id) => store.conversation(id),
    messages: (id, page) => store.messages(id, page),
    history: (id) => store.history(id),
    message: (id) => store.message(id),
    draft: (id) => store.draft(id),
    unsettled: () => store.unsettled(),
    recoveryFacts: (id) => store.recoveryFacts(id),
  }
}
