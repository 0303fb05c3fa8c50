import type { ConversationId } from '../../../shared/ids.ts'
import {
  append,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { flushOffLoop } from './journal-flush.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/**
 * Writes this many messages, as the program does, and reports the result of each. After a fault it also continues as the
 * program does: it closes the connection, opens the database again and continues after the last stored message, until that
 * fails too. (A fault that hits the flush thread once hits each of its successors, since strace counts the calls of each
 * thread separately.)
 */
const [file = '', count = ''] = process.argv.slice(2)
const ID = 'c1' as ConversationId

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The number of the message that could not be stored, from 1. Null if all of them were. */
async function writeOn(): Promise<number | null> {
  const db = openDatabase(file)
  if (!db.ok) {
    say(`refused ${db.error}`)
    return 0
  }
  const flush = flushOffLoop({ db: db.value, file, onFailed: () => {} })
  let n = 0
  try {
    const store = createSqliteStore(db.value, { warn: () => {} }, { flush: flush.queue })
    if (store.conversation(ID) === null) withConversation(store)
    for (n = store.history(ID).length + 1; n <= Number(count); n++) {
      const rows = [input(`e${n}`)]
      const committed = append(store, {
        conversationId: ID,
        rows,
        messages: [user(`m${n}`)],
        at: n,
      })
      const isKept = committed.ok && (await store.flushing()) === 'kept'
      const fault = committed.ok ? 'flush' : committed.error
      say(isKept ? `acknowledged ${committed.value.seq}` : `fault ${fault}`)
      if (!isKept) return n
    }
    return null
  } catch (error) {
    say(`fault ${String(error)}`)
    return n
  } finally {
    await flush.close()
    closeQuietly(db.value)
  }
}

function closeQuietly(db: { close(): unknown }): void {
  try {
    db.close()
  } catch {
    // Its disk is broken.
  }
}

for (let last = -1; ;) {
  const lost = await writeOn()
  if (lost === null || lost <= last) break
  last = lost
  say('again')
}
