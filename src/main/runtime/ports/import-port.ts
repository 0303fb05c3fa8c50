import type { BlobHash } from '../../../shared/ids.ts'
import type { FoundSession, Skipped } from '../../../shared/protocol/import-commands.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { Result } from '../../../shared/result.ts'

/** A session from a file, converted to Phoenix's messages. */
export interface ReadSession {
  /** Empty if it has none. */
  readonly title: string
  /** Empty if it names none. */
  readonly folder: string
  /** Oldest first, with places from 1 without a gap, and new ids. */
  readonly messages: readonly Message[]
  /** As base64, by the hash that messages give for the copy. */
  readonly images: ReadonlyMap<BlobHash, string>
  readonly skipped: readonly Skipped[]
}

/** Where a conversation is in a file, in bytes. */
export interface ExportPlace {
  readonly from: number
  readonly to: number
}

/** A conversation in a file that Phoenix exported. */
export interface PlacedExport extends ExportPlace {
  readonly title: string
  readonly folder: string
  /** Its last message, in ms since 1970. */
  readonly at: number
  /** The same for the same title and messages: 64 hexadecimal digits. */
  readonly mark: string
}

/** What a file is: a session of another program, or at least one conversation that Phoenix exported. */
export type FileContent =
  | { readonly type: 'session'; readonly session: ReadSession }
  | { readonly type: 'exports'; readonly exports: readonly PlacedExport[] }

/** A copy of a file that a client sends, on the disk while it is read. */
export interface HeldFile {
  readonly path: string
  /** In the order of the calls. */
  append(bytes: Uint8Array): Promise<Result<null, string>>
  /** Never throws. */
  remove(): void
}

/** Sessions of other programs, and exports. Originals are only read. Never throws; errors are sentences for people. */
export interface ImportPort {
  /** Searches the usual locations of other programs, when a person asks. Newest first. */
  find(): Promise<Result<readonly FoundSession[], string>>
  /** Reads a session that `find` returned. */
  readFound(id: string): Promise<Result<ReadSession, string>>
  hold(): Promise<Result<HeldFile, string>>
  /** Looks what is in a held file. */
  look(path: string): Promise<Result<FileContent, string>>
  /** Reads one conversation of it. */
  readExport(path: string, place: ExportPlace): Promise<Result<ReadSession, string>>
}
