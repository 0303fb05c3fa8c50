import type { ConversationId } from '../../../shared/ids.ts'
import {
  append,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { flushBesideTheLoop } from './journal-flush.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/**
 * Writes so many messages, as the program does, and says what became of each. After a fault it goes on as the program does: it closes the connection,
 * opens the database again and writes on from what is there. Once more than that it gives up.
 */
const [file = '', count = ''] = process.argv.slice(2)
const ID = 'c1' as ConversationId

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Whether all of them are written. */
async function writeOn(): Promise<boolean> {
  const db = openDatabase(file)
  if (!db.ok) {
    say(`refused ${db.error}`)
    return false
  }
  const flush = flushBesideTheLoop({ db: db.value, file, onFailed: () => {} })
  try {
    const store = createSqliteStore(db.value, { warn: () => {} }, undefined, undefined, flush.queue)
    if (store.conversation(ID) === null) withConversation(store)
    for (let n = store.history(ID).length + 1; n <= Number(count); n++) {
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
      if (!isKept) return false
    }
    return true
  } catch (error) {
    say(`fault ${String(error)}`)
    return false
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

if (!(await writeOn())) {
  say('again')
  await writeOn()
}
