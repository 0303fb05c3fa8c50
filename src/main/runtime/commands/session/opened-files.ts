import { MESSAGE_PAGE } from '../../../../shared/conversation/conversation.ts'
import type { FileId } from '../../../../shared/messages/attachment.ts'
import type {
  FilePage,
  FoundSession,
  OpenedFile,
} from '../../../../shared/protocol/import-commands.ts'
import { countUncopied } from '../../registry/imported-messages.ts'
import type { HeldFile, PlacedExport, ReadSession } from '../../ports/import-port.ts'

/** Maximum number kept; a further one evicts the one opened first. */
const MOST_FILES = 4

/** One conversation, in memory, or several in a file on the disk, of which each is read when a person chooses it. */
type Opened = { readonly type: 'session'; readonly session: ReadSession } | ExportsIn

interface ExportsIn {
  readonly type: 'exports'
  readonly file: HeldFile
  readonly exports: readonly PlacedExport[]
}

/** Conversations in files that people read: in no list and in no store, so nothing can run in them. */
export class OpenedFiles {
  readonly #opened = new Map<FileId, Opened>()

  add(fileId: FileId, session: ReadSession): OpenedFile {
    this.#keep(fileId, { type: 'session', session })
    const { folder, messages, skipped, title } = session
    const newest = pageOf(session, messages.length + 1)
    const uncopied = countUncopied(messages)
    return { fileId, title, folder, messageCount: messages.length, uncopied, skipped, newest }
  }

  /** Keeps a file with several conversations to choose from. */
  addList(fileId: FileId, opened: ExportsIn): readonly FoundSession[] {
    this.#keep(fileId, opened)
    return opened.exports.map(({ at, folder, title }, index) => ({
      id: listedId(fileId, index),
      program: 'phoenix',
      title,
      folder,
      at,
    }))
  }

  /** Null if it is no longer open. */
  page(fileId: FileId, beforeSeq: number): FilePage | null {
    const session = this.session(fileId)
    return session === null ? null : pageOf(session, beforeSeq)
  }

  /** Null if it is no longer open. */
  session(fileId: FileId): ReadSession | null {
    const opened = this.#opened.get(fileId)
    return opened?.type === 'session' ? opened.session : null
  }

  /** Returns a conversation that `addList` listed. Null if it is none of those, or its file is no longer open. */
  listed(sessionId: string): { readonly path: string; readonly place: PlacedExport } | null {
    for (const [fileId, opened] of this.#opened) {
      if (opened.type !== 'exports' || !sessionId.startsWith(listedId(fileId, ''))) continue
      const place = opened.exports[Number(sessionId.slice(listedId(fileId, '').length))]
      if (place !== undefined) return { path: opened.file.path, place }
    }
    return null
  }

  close(fileId: FileId): void {
    const opened = this.#opened.get(fileId)
    this.#opened.delete(fileId)
    if (opened?.type === 'exports') opened.file.remove()
  }

  #keep(fileId: FileId, opened: Opened): void {
    this.close(fileId)
    this.#opened.set(fileId, opened)
    const [oldest] = this.#opened.keys()
    if (this.#opened.size > MOST_FILES && oldest !== undefined) this.close(oldest)
  }
}

function listedId(fileId: FileId, index: number | ''): string {
  return `file ${fileId} ${index}`
}

/** Relies on places that are counted from 1 without a gap. */
function pageOf({ messages }: ReadSession, beforeSeq: number): FilePage {
  const page = messages.slice(Math.max(0, beforeSeq - 1 - MESSAGE_PAGE), beforeSeq - 1)
  return { messages: page, hasEarlier: (page[0]?.seq ?? 1) > 1 }
}
