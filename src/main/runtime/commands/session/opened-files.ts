import { MESSAGE_PAGE } from '../../../../shared/conversation/conversation.ts'
import type { FileId } from '../../../../shared/messages/attachment.ts'
import type { FilePage, OpenedFile } from '../../../../shared/protocol/import-commands.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { ReadSession } from '../../ports/import-port.ts'

/** Maximum number kept in memory; a further one evicts the one opened first. */
const MOST_FILES = 4

/** Conversations in files that people read: in no list and in no store, so nothing can run in them. */
export class OpenedFiles {
  readonly #sessions = new Map<FileId, ReadSession>()

  add(fileId: FileId, session: ReadSession): OpenedFile {
    this.#sessions.set(fileId, session)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MOST_FILES && oldest !== undefined) this.#sessions.delete(oldest)
    const { folder, messages, skipped, title } = session
    const newest = pageOf(session, messages.length + 1)
    return { fileId, title, folder, messageCount: messages.length, skipped, newest }
  }

  /** Null if it is no longer open. */
  page(fileId: FileId, beforeSeq: number): FilePage | null {
    const session = this.#sessions.get(fileId)
    return session === undefined ? null : pageOf(session, beforeSeq)
  }

  /** Null if it is no longer open. */
  session(fileId: FileId): Result<ReadSession, never> | null {
    const session = this.#sessions.get(fileId)
    return session === undefined ? null : ok(session)
  }
}

/** Relies on places that are counted from 1 without a gap. */
function pageOf({ messages }: ReadSession, beforeSeq: number): FilePage {
  const page = messages.slice(Math.max(0, beforeSeq - 1 - MESSAGE_PAGE), beforeSeq - 1)
  return { messages: page, hasEarlier: (page[0]?.seq ?? 1) > 1 }
}
