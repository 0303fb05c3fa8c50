import type { ConversationId } from '../../../shared/ids.ts'
import {
  commit,
  input,
  user,
  withConversation,
} from '../../runtime/fakes/contracts/store-samples.ts'
import { openDatabase } from './open-database.ts'
import { createSqliteStore } from './store.ts'

/**
 * Writes so many messages and says what became of each. After a fault it goes on as the program does: it closes the connection,
 * opens the database again and writes on from what is there. Once more than that it gives up.
 */
const [file = '', count = ''] = process.argv.slice(2)
const ID = 'c1' as ConversationId

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Whether all of them are written. */
function writeOn(): boolean {
  const db = openDatabase(file)
  if (!db.ok) {
    say(`refused ${db.error}`)
    return false
  }
  try {
    const store = createSqliteStore(db.value, { warn: () => {} })
    if (store.conversation(ID) === null) withConversation(store)
    for (let n = store.history(ID).length + 1; n <= Number(count); n++) {
      const rows = [input(`e${n}`)]
      const committed = store.commit(
        commit({ conversationId: ID, rows, messages: [user(`m${n}`)], at: n }),
      )
      say(committed.ok ? `acknowledged ${committed.value.seq}` : `fault ${committed.error}`)
      if (!committed.ok) return false
    }
    return true
  } catch (error) {
    say(`fault ${String(error)}`)
    return false
  } finally {
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

if (!writeOn()) {
  say('again')
  writeOn()
}
