import type { LoggedMessage, LoggedRow } from '../../src/main/core/log/replay.ts'
import { storeState } from '../../src/main/core/log/stored-state.ts'
import type { StoreFault } from '../../src/main/core/machine/store-fault.ts'
import { MemoryStore } from '../../src/main/runtime/fakes/memory/memory-store.ts'
import type { LogRow } from '../../src/main/runtime/ports/history-store.ts'
import type { ConversationId } from '../../src/shared/ids.ts'
import type { Disk } from './disk.ts'
import type { FailingWrite } from '../faults/store-faults.ts'

const FAULTS: Readonly<Record<FailingWrite, StoreFault>> = {
  full: 'full',
  busy: 'locked',
  io: 'io',
  readOnly: 'readOnly',
}

/** The disk of the fast runs: the fake store, whose immutable values are shared between copies. */
export function createMemoryDisk(): Disk {
  return over(new MemoryStore())
}

function over(store: MemoryStore): Disk {
  function kept(id: ConversationId): NonNullable<ReturnType<typeof store.records.get>> {
    const found = store.records.get(id)
    if (found === undefined) throw new Error(`no conversation ${id}`)
    return found
  }
  function copy(): Disk {
    const next = new MemoryStore()
    for (const [id, each] of store.records) {
      next.records.set(id, { ...each, rows: [...each.rows], messages: [...each.messages] })
    }
    for (const [folder, rules] of store.rulesOf) next.rulesOf.set(folder, rules)
    for (const id of store.recoveries) next.recoveries.add(id)
    return over(next)
  }
  return {
    store,
    // Each write is one statement here.
    failNext: (fault, statement) => {
      store.failing = statement === 0 ? FAULTS[fault] : null
    },
    clearFault: () => {
      const hasFailed = store.failing !== null
      store.failing = null
      return hasFailed
    },
    copy,
    trial: (run) => run(copy()),
    // No copy through JSON: lives on SQLite cover that, and here it took a third of the time.
    log: {
      ...store.log,
      rows: (id, afterSeq) => kept(id).rows.slice(afterSeq).map(loggedRow),
      message: (id) => loggedMessage(store.message(id)),
      end: (id) => {
        const { rows, messages, state } = kept(id)
        return { seq: rows.length, messages: messages.length, state: storeState(state) }
      },
    },
    messages: (id, afterSeq) => kept(id).messages.slice(afterSeq),
    messageIds: (id) => kept(id).messages.map((message) => message.id),
    seq: (id) => kept(id).rows.at(-1)?.seq ?? 0,
    state: (id) => JSON.stringify(storeState(kept(id).state)),
    folder: (id) => kept(id).folder,
    conversations: () => [...store.records.keys()],
    holds: (words) => JSON.stringify([...store.records, ...store.rulesOf]).includes(words),
    close: () => {},
  }
}

function loggedRow(row: LogRow & { readonly seq: number }): LoggedRow {
  const { seq, id, at, kind } = row
  return row.kind === 'input'
    ? { seq, id, at, kind, parentId: null, body: row.event }
    : { seq, id, at, kind, parentId: row.parentEventId, body: row.entry }
}

function loggedMessage(found: ReturnType<MemoryStore['message']>): LoggedMessage | null {
  if (found === null) return null
  const { seq, at, content } = found.message
  return { seq, at, content }
}
