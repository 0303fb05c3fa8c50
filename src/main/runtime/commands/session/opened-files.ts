import { MESSAGE_PAGE } from '../../../../shared/conversation/conversation.ts'
import type { FileId } from '../../../../shared/messages/attachment.ts'
import type {
  FilePage,
  FoundSession,
  OpenedFile,
} from '../../../../shared/protocol/import-commands.ts'
import type { ReadSession } from '../../ports/import-port.ts'

/** Maximum number kept in memory; a further one evicts the one opened first. */
const MOST_FILES = 4

/** Conversations in files that people read: in no list and in no store, so nothing can run in them. */
export class OpenedFiles {
  readonly #sessions = new Map<FileId, readonly ReadSession[]>()

  add(fileId: FileId, session: ReadSession): OpenedFile {
    this.#keep(fileId, [session])
    const { folder, messages, skipped, title } = session
    const newest = pageOf(session, messages.length + 1)
    return { fileId, title, folder, messageCount: messages.length, skipped, newest }
  }

  /** Keeps the sessions of a file to choose from. */
  addList(fileId: FileId, sessions: readonly ReadSession[]): readonly FoundSession[] {
    this.#keep(fileId, sessions)
    return sessions.map(({ folder, messages, title }, index) => ({
      id: listedId(fileId, index),
      program: 'phoenix',
      title,
      folder,
      at: messages.at(-1)?.at ?? 0,
    }))
  }

  /** Null if it is no longer open. */
  page(fileId: FileId, beforeSeq: number): FilePage | null {
    const session = this.session(fileId)
    return session === null ? null : pageOf(session, beforeSeq)
  }

  /** Null if it is no longer open. */
  session(fileId: FileId): ReadSession | null {
    return this.#sessions.get(fileId)?.[0] ?? null
  }

  /** Returns a session that `addList` listed. Null if it is none of those, or its file is no longer open. */
  listed(sessionId: string): ReadSession | null {
    for (const [fileId, sessions] of this.#sessions) {
      const session = sessions.find((_, index) => listedId(fileId, index) === sessionId)
      if (session !== undefined) return session
    }
    return null
  }

  #keep(fileId: FileId, sessions: readonly ReadSession[]): void {
    this.#sessions.set(fileId, sessions)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MOST_FILES && oldest !== undefined) this.#sessions.delete(oldest)
  }
}

function listedId(fileId: FileId, index: number): string {
  return `file ${fileId} ${index}`
}

/** Relies on places that are counted from 1 without a gap. */
function pageOf({ messages }: ReadSession, beforeSeq: number): FilePage {
  const page = messages.slice(Math.max(0, beforeSeq - 1 - MESSAGE_PAGE), beforeSeq - 1)
  return { messages: page, hasEarlier: (page[0]?.seq ?? 1) > 1 }
}
