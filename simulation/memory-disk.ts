import { storeState } from '../src/main/core/stored-state.ts'
import type { StoreFault } from '../src/main/core/event.ts'
import { MemoryStore } from '../src/main/runtime/fakes/memory-store.ts'
import type { ConversationId } from '../src/shared/ids.ts'
import type { Disk } from './disk.ts'
import type { FailingWrite } from './store-faults.ts'

const FAULTS: Readonly<Record<FailingWrite, StoreFault>> = {
  full: 'full',
  busy: 'io',
  io: 'io',
  readOnly: 'readOnly',
}

/** The disk of the fast runs: the fake store, whose contents are values that a copy may share. */
export function createMemoryDisk(): Disk {
  return over(new MemoryStore())
}

function over(store: MemoryStore): Disk {
  function kept(id: ConversationId): NonNullable<ReturnType<typeof store.kept.get>> {
    const found = store.kept.get(id)
    if (found === undefined) throw new Error(`no conversation ${id}`)
    return found
  }
  return {
    store,
    failNext: (fault) => {
      store.failing = FAULTS[fault]
    },
    clearFault: () => {
      store.failing = null
    },
    copy: () => {
      const next = new MemoryStore()
      for (const [id, each] of store.kept) {
        next.kept.set(id, { ...each, rows: [...each.rows], messages: [...each.messages] })
      }
      for (const [folder, rules] of store.rulesOf) next.rulesOf.set(folder, rules)
      for (const id of store.recoveries) next.recoveries.add(id)
      return over(next)
    },
    rows: (id, afterSeq) => kept(id).rows.slice(afterSeq),
    message: (id) => store.message(id)?.message ?? null,
    history: (id) => kept(id).messages,
    seq: (id) => kept(id).rows.at(-1)?.seq ?? 0,
    state: (id) => JSON.stringify(storeState(kept(id).state)),
    folder: (id) => kept(id).folder,
    conversations: () => [...store.kept.keys()],
    close: () => {},
  }
}
